import { CapabilityError } from '../../../base/index.js';
import { HttpError } from '../../../io/index.js';
import type { FailureCategory } from './futures.js';

/** @returns Whose fault it is that a request failed: what does not fit what it was sent to is the sender's. */
export function failureCategory(error: unknown): FailureCategory {
  const isSenders =
    error instanceof RangeError ||
    error instanceof TypeError ||
    error instanceof CapabilityError ||
    (error instanceof HttpError && error.status < 500);
  return isSenders ? 'user' : 'server';
}
