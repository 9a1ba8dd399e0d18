import { withTimeLimit } from '../../../io/index.js';
import { endpoints } from '../../wire/index.js';
import { TinkerError } from '../tinker-error.js';
import { fillPath } from './fill-path.js';
import { SDK_VERSION } from './server-config.js';
import type { Transport } from './transport.js';

const HEARTBEAT_MS = 10_000;
/** How long the server may take to hear that a session is over. */
const GOODBYE_MS = 5000;
/** Servers end a session of which they hear nothing for minutes. */
const WORRYING_MS = 120_000;

/** A session on the server, kept alive until it is stopped. */
export class Session {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = performance.now();
  #models = 0;
  #samplers = 0;

  private constructor(
    private readonly transport: Transport,
    readonly id: string,
  ) {}

  static async open(transport: Transport, signal: AbortSignal): Promise<Session> {
    const { tags, metadata, onMessage } = transport.settings;
    const body = { tags, user_metadata: metadata, sdk_version: SDK_VERSION };
    const answer = await transport.call(endpoints.createSession, body, { signal });
    for (const text of [answer.info_message, answer.warning_message, answer.error_message])
      if (typeof text === 'string' && text !== '') onMessage(text);
    const session = new Session(transport, answer.session_id);
    session.#schedule();
    return session;
  }

  /** @returns The next model's number in this session, from 0. */
  nextModel(): number {
    return this.#models++;
  }

  /** @returns The next sampling session's number in this session, from 0. */
  nextSampler(): number {
    return this.#samplers++;
  }

  /** Stops the heartbeat and tells the server, once, that its client is done: one that is not told finds out by itself. */
  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { method, path } = endpoints.finishSession;
    const request = {
      method,
      path: fillPath(path, { session_id: this.id }),
      body: JSON.stringify({ reason: 'closed' }),
    };
    await withTimeLimit((signal) => this.transport.once({ ...request, signal }), undefined, GOODBYE_MS).catch(
      () => undefined,
    );
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#beat(), HEARTBEAT_MS);
    // A program that has nothing else to do may end.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  async #beat(): Promise<void> {
    const { method, path } = endpoints.sessionHeartbeat;
    const body = JSON.stringify({ session_id: this.id });
    try {
      await this.transport.once({ method, path, body });
      this.#heardAt = performance.now();
    } catch (error) {
      const silence = performance.now() - this.#heardAt;
      const why = error instanceof TinkerError ? error.message : String(error);
      if (this.#timer !== undefined && silence > WORRYING_MS)
        this.transport.settings.onMessage(`no heartbeat for ${Math.round(silence / 1000)} s: ${why}`);
    }
    if (this.#timer !== undefined) this.#schedule();
  }
}
