import { SandboxError } from '../../../base/index.js';
import { withRetries, type Attempt, type HttpClient, type ResolvedRetryOptions } from '../../../io/index.js';
import { SESSION_LOST_STATUS } from '../../internal/session-protocol.js';
import { SessionLost } from '../../internal/unavailable.js';

/** A request to the server, as JSON. */
interface Question<T> {
  readonly path: string;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Reads the JSON of the response; throws for an invalid one. */
  readonly read: (json: unknown) => T;
}

/** @throws SandboxError for any other answer; SessionLost where the session that it is about is gone. */
export async function post<T>(http: HttpClient, { path, body, signal, read }: Question<T>): Promise<T> {
  const { status, body: text, retryAfterMs } = await http.send({ method: 'POST', path, body, signal });
  if (status === SESSION_LOST_STATUS) throw new SessionLost('the server has closed it');
  if (status !== 200) {
    const retryable = status >= 500 || status === 429;
    throw new SandboxError(`the server answered ${status}: ${text.slice(0, 500)}`, { retryable, retryAfterMs });
  }
  try {
    return read(JSON.parse(text));
  } catch (cause) {
    throw new SandboxError("the server's answer is not a list of results", { cause, retryable: true });
  }
}

/** @returns The result of the last attempt, or its infrastructure error. @throws Any other error. */
export function retried<T>(
  attempt: () => Promise<Attempt<T>>,
  retry: ResolvedRetryOptions,
  signal: AbortSignal,
): Promise<T | SandboxError> {
  const guarded = async (): Promise<Attempt<T | SandboxError>> => {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof SandboxError) || !error.retryable) throw error;
      return { result: error, retry: true, retryAfterMs: error.retryAfterMs };
    }
  };
  return withRetries(guarded, retry, { signal });
}
