import { LearnerError } from '../../../../base/index.js';
import { TinkerError } from '../../tinker-error.js';

/**
 * Asks a server for something a learner needs.
 *
 * @param what - Which call it is; starts the message.
 * @param isAskedFor - What of the caller's a refusal is about. Default: nothing, the server fails.
 * @throws LearnerError for what the server did; RangeError where it refuses what it is asked for; the signal's reason when aborted.
 */
export async function askEngine<T>(
  what: string,
  signal: AbortSignal | undefined,
  ask: () => Promise<T>,
  isAskedFor?: 'batch' | 'model',
): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof TypeError) throw cause;
    const message = `${what}: ${cause instanceof Error ? cause.message : String(cause)}`;
    if (isAskedFor !== undefined && cause instanceof TinkerError && isRefusal(cause))
      throw new RangeError(`${isAskedFor}: ${message}`, { cause });
    throw new LearnerError(message, { cause, retryable: cause instanceof TinkerError && cause.retryable });
  }
}

/** Whether the server found fault with the request itself, and so did nothing. */
function isRefusal({ status, category }: TinkerError): boolean {
  return category === 'user' || status === 422;
}
