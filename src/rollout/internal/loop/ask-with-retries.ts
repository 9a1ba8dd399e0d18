import { ExternalError, Random, failureCause, type FailureCause } from '../../../base/index.js';
import { giveUpOnAbort, withRetries } from '../../../io/index.js';
import type { AgentLoopContext } from './rollout-plan.js';

/** A policy, a tool or an environment could not answer: an infrastructure error. */
export interface Unavailable {
  readonly kind: 'unavailable';
  readonly cause: FailureCause;
}

/** A request of the loop to a policy, a tool or an environment. */
interface Ask<T> {
  readonly source: 'policy' | 'tool' | 'environment';
  /** Names the random stream of the waits between two attempts. */
  readonly seed: string;
  /** Asks once. @throws ExternalError for an infrastructure error. */
  readonly attempt: () => Promise<T | Unavailable>;
  /** @returns What to throw for any other error of an attempt, which is a bug. Default: the error itself. */
  readonly bug?: (error: unknown) => unknown;
}

/**
 * Asks a policy, a tool or an environment. It asks again, as often as `options.retry` allows, after an infrastructure error that is
 * `retryable`.
 *
 * @returns The answer, or the last infrastructure error.
 * @throws The signal's reason; what `bug` returns.
 */
export function askWithRetries<T extends object>(
  { source, seed, attempt, bug = (error) => error }: Ask<T>,
  { options, signal }: Pick<AgentLoopContext, 'options' | 'signal'>,
): Promise<T | Unavailable> {
  return withRetries<T | Unavailable>(
    async () => {
      try {
        const result = await giveUpOnAbort(attempt(), signal);
        return { result, retry: isUnavailable(result) && result.cause.retryable };
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ExternalError)) throw bug(error);
        const result = { kind: 'unavailable', cause: failureCause(source, error) } as const;
        return { result, retry: error.retryable, retryAfterMs: error.retryAfterMs };
      }
    },
    options.retry,
    { random: new Random(`${seed}/retries`), signal },
  );
}

export function isUnavailable(answer: object): answer is Unavailable {
  return 'kind' in answer && answer.kind === 'unavailable';
}
