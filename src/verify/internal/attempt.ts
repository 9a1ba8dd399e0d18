import { LimitReached } from './budget.js';

/** Work that came to nothing, and whether it was too much or met a fault of ours. */
export class Broken {
  constructor(
    readonly cause: 'too-much-work' | 'error',
    readonly reason: string,
  ) {}
}

/** @returns What the work gives, or what broke it: the text that was worked on is to blame, and nobody else pays for it. */
export function attempt<T>(work: () => T): T | Broken {
  try {
    return work();
  } catch (error) {
    if (error instanceof LimitReached) return new Broken('too-much-work', error.message);
    // The stack is bounded by the depth limits; should a machine's be smaller still, that is a limit too.
    if (error instanceof RangeError) return new Broken('too-much-work', `too much work: ${error.message}`);
    return new Broken('error', `the verifier failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
