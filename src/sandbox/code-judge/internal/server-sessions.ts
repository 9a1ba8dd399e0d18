import type { SandboxCall, SandboxResult, SandboxSession } from '../../../base/index.js';
import { SandboxError } from '../../../base/index.js';
import type { HttpClient, ResolvedRetryOptions } from '../../../io/index.js';
import { RemoteSession, type Begun, type SessionWire } from '../../internal/remote-session.js';
import { SESSION_CLOSE_PATH, SESSION_RUN_PATH, sessionAnswerSchema } from '../../internal/session-protocol.js';
import type { SessionAnswer } from '../../internal/session-protocol.js';
import { SessionLost } from '../../internal/unavailable.js';
import { post, retried } from './post.js';

const CLOSE_MS = 5000;

/** A client's sessions whose interpreters our server keeps. */
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
      // It may have run, so it must not be sent again as another cell.
      throw new SandboxError(error.message, { cause: error });
    }
  }

  async end(id: string): Promise<void> {
    const body = JSON.stringify({ session_id: id });
    const signal = AbortSignal.timeout(CLOSE_MS);
    // If this does not arrive, the server ends the session when it has been idle long enough.
    await this.http.send({ method: 'POST', path: SESSION_CLOSE_PATH, body, signal }).catch(() => {});
  }

  /** Sends a request again if there was no answer; the server runs a cell of the same number once. */
  async #ask(question: object, signal: AbortSignal): Promise<SessionAnswer> {
    const body = JSON.stringify(question);
    const read = (json: unknown) => sessionAnswerSchema.parse(json);
    const attempt = async () => {
      const result = await post(this.http, { path: SESSION_RUN_PATH, body, signal, read });
      return { result, retry: result.result.kind === 'unavailable' && result.result.cause.retryable };
    };
    const answer = await retried(attempt, this.retry, signal);
    if (answer instanceof SandboxError) throw answer;
    return answer;
  }
}
