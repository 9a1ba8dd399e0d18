import { CapabilityError } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import { HttpError } from '../../../io/index.js';

/** Whose fault a failure is: a `user` error is answered alike when it is sent again. */
export type FailureCategory = 'user' | 'server';

/** @returns Whose fault it is that a request failed: what does not fit what it was sent to is the sender's. */
export function failureCategory(error: unknown): FailureCategory {
  const isSenders =
    error instanceof RangeError ||
    error instanceof TypeError ||
    error instanceof CapabilityError ||
    (error instanceof HttpError && error.status < 500);
  return isSenders ? 'user' : 'server';
}

/** The longest words of a failure that are kept and sent: they may quote what a sender wrote. */
const MOST_WORDS = 2000;

/** @returns What went wrong, in words. */
export function wordsOf(error: unknown): string {
  return errorMessage(error).slice(0, MOST_WORDS);
}
