import { LearnerError } from '../../../../base/index.js';
import { errorMessage } from '../../../../base/internal/index.js';
import { TinkerError } from '../../tinker-error.js';

/**
 * Asks a server for something a learner needs.
 *
 * @param what - Which call it is; starts the message.
 * @param hasBatch - Whether a batch of the caller's goes with it.
 * @throws LearnerError for what the server did, with its TinkerError as the cause; RangeError where its words point into the batch;
 *   the signal's reason when aborted.
 */
export async function askEngine<T>(
  what: string,
  signal: AbortSignal | undefined,
  ask: () => Promise<T>,
  hasBatch = false,
): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof TypeError) throw cause;
    const message = `${what}: ${errorMessage(cause)}`;
    if (hasBatch && cause instanceof TinkerError && isOfBatch(cause))
      throw new RangeError(`batch: ${message}`, { cause });
    throw new LearnerError(message, { cause, retryable: cause instanceof TinkerError && cause.retryable });
  }
}

/** Whether the server did nothing since it found fault with a sequence: `data[3].model_input…`, or `data.3…` in pydantic's places. */
function isOfBatch({ answerLost, message }: TinkerError): boolean {
  return !answerLost && /\bdata(\[|\.)\d/.test(message);
}
