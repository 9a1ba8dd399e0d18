import { LimitReached } from './budget.js';

/** A computation that failed: it reached a limit (`too-much-work`), or the verifier has a bug (`error`). */
export class Broken {
  constructor(
    readonly cause: 'too-much-work' | 'error',
    readonly reason: string,
  ) {}
}

/** @returns The result of `work`, or why it failed. Nothing is thrown, so that one text cannot end the grading of others. */
export function attempt<T>(work: () => T): T | Broken {
  try {
    return work();
  } catch (error) {
    if (error instanceof LimitReached) return new Broken('too-much-work', error.message);
    // The depth limits bound the stack. A stack that is smaller still overflows with a RangeError.
    if (error instanceof RangeError) return new Broken('too-much-work', `too much work: ${error.message}`);
    return new Broken('error', `the verifier failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
