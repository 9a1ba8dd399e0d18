import type { SandboxCall, SandboxResult, SandboxSession } from '../../../base/index.js';
import { SandboxError } from '../../../base/index.js';
import { withRetries, type HttpClient, type ResolvedRetryOptions } from '../../../io/index.js';
import { RemoteSession } from '../../internal/remote-session.js';
import type { Begun, SessionWire } from '../../internal/remote-session.js';
import { SessionLost } from '../../internal/session-lost.js';
import {
  SESSION_CLOSE_PATH,
  SESSION_LOST_STATUS,
  SESSION_RUN_PATH,
  sessionAnswerSchema,
} from '../../internal/session-protocol.js';
import type { SessionAnswer } from '../../internal/session-protocol.js';

const CLOSE_MS = 5000;

/** A client's sessions, whose interpreters a server of ours keeps. */
export class ServerSessions implements SessionWire<string> {
  readonly #open = new Set<SandboxSession>();

  constructor(
    private readonly http: HttpClient,
    private readonly retry: ResolvedRetryOptions,
  ) {}

  open(): SandboxSession {
    const session = new RemoteSession<string>(this, () => this.#open.delete(session));
    this.#open.add(session);
    return session;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((session) => session.close()));
    this.http.close();
  }

  async begin(call: SandboxCall, signal: AbortSignal): Promise<Begun<string>> {
    const { session_id, result } = await this.#ask({ number: 1, call }, signal);
    return { result, place: session_id ?? undefined };
  }

  async next(id: string, number: number, call: SandboxCall, signal: AbortSignal): Promise<SandboxResult> {
    try {
      return (await this.#ask({ session_id: id, number, call }, signal)).result;
    } catch (error) {
      if (!(error instanceof SandboxError) || error instanceof SessionLost) throw error;
      // It may have run: to give it again as another cell could run it twice.
      throw new SandboxError(error.message, { cause: error });
    }
  }

  async end(id: string): Promise<void> {
    const body = JSON.stringify({ session_id: id });
    const signal = AbortSignal.timeout(CLOSE_MS);
    // Whom this does not reach ends it when it was not used for long enough.
    await this.http.send({ method: 'POST', path: SESSION_CLOSE_PATH, body, signal }).catch(() => {});
  }

  /** Asks again where there was no answer: the server runs a cell of the same number once. */
  async #ask(question: object, signal: AbortSignal): Promise<SessionAnswer> {
    const body = JSON.stringify(question);
    const attempt = async () => {
      try {
        const result = await this.#post(body, signal);
        const isRefused = result.result.kind === 'unavailable' && result.result.cause.retryable;
        return { result, retry: isRefused };
      } catch (error) {
        if (!(error instanceof SandboxError) || !error.retryable) throw error;
        return { result: error, retry: true, retryAfterMs: error.retryAfterMs };
      }
    };
    const answer = await withRetries<SessionAnswer | SandboxError>(attempt, this.retry, { signal });
    if (answer instanceof SandboxError) throw answer;
    return answer;
  }

  async #post(body: string, signal: AbortSignal): Promise<SessionAnswer> {
    const answer = await this.http.send({ method: 'POST', path: SESSION_RUN_PATH, body, signal });
    const { status, body: text, retryAfterMs } = answer;
    if (status === SESSION_LOST_STATUS) throw new SessionLost('the server does not have it any more');
    if (status !== 200) {
      const retryable = status >= 500 || status === 429;
      throw new SandboxError(`the server answered ${status}: ${text.slice(0, 500)}`, { retryable, retryAfterMs });
    }
    try {
      return sessionAnswerSchema.parse(JSON.parse(text));
    } catch (cause) {
      throw new SandboxError('the server answered something else than a result', { cause, retryable: true });
    }
  }
}
