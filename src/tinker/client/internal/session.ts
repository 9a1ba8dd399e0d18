import { plainText } from '../../../base/internal/index.js';
import { giveUpOnAbort, withTimeLimit } from '../../../io/index.js';
import { endpoints } from '../../wire/index.js';
import { TinkerError } from '../tinker-error.js';
import { fillPath, plainId } from './answers.js';
import type { Transport } from './transport.js';

/** The version of the official SDK whose protocol this client speaks; servers resolve their flags by it. */
export const SDK_VERSION = '0.38.0';

const HEARTBEAT_MS = 10_000;
/** How long the server may take to hear that a session is over. */
const GOODBYE_MS = 5000;
/** Of what a server has to say. */
const MOST_CHARACTERS = 2000;
/** Servers end a session of which they hear nothing for minutes. */
const WORRYING_MS = 120_000;

/** A session on the server, kept alive until it is stopped. */
export class Session {
  /** How many models and sampling sessions were asked for in this session: their numbers, from 0. */
  models = 0;
  samplers = 0;
  #id: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = performance.now();
  #reopening: Promise<boolean> | undefined;

  private constructor(
    private readonly transport: Transport,
    id: string,
  ) {
    this.#id = id;
  }

  static async open(transport: Transport, signal: AbortSignal): Promise<Session> {
    const session = new Session(transport, await openOn(transport, signal));
    session.#schedule();
    return session;
  }

  get id(): string {
    return this.#id;
  }

  /**
   * Makes something that is the session's; where the server refuses since it does not know the session any more (it was
   * restarted, or the session expired), in another one.
   *
   * @param make - May be called twice.
   */
  async within<T>(make: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#id;
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof TinkerError) || error.retryable || error.answerLost) throw error;
      if (this.#id === before) {
        // The first request to find out reopens it for all.
        this.#reopening ??= this.transport
          .during(undefined, (inner) => this.#reopen(inner))
          .finally(() => (this.#reopening = undefined));
        if (!(await giveUpOnAbort(this.#reopening, signal))) throw error;
      }
      return make();
    }
  }

  /** Stops the heartbeat and notifies the server, once, that its client is done: without that, the server finds out by itself. */
  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#finish(this.#id);
  }

  async #finish(id: string): Promise<void> {
    const { method, path } = endpoints.finishSession;
    const request = { method, path: fillPath(path, { session_id: id }), body: JSON.stringify({ reason: 'closed' }) };
    await withTimeLimit((signal) => this.transport.once({ ...request, signal }), undefined, GOODBYE_MS).catch(
      () => undefined,
    );
  }

  /**
   * Opens another session where this one is unknown: the server says 404 to a heartbeat of it, and takes one of the other. A
   * server that has no heartbeats says 404 to both.
   *
   * @returns Whether it was unknown.
   */
  async #reopen(signal: AbortSignal): Promise<boolean> {
    if ((await this.#statusOf(this.#id, signal)) !== 404) return false;
    const other = await openOn(this.transport, signal);
    if ((await this.#statusOf(other, signal)) !== 200) {
      await this.#finish(other);
      return false;
    }
    this.transport.settings.onMessage(
      `the server has lost session ${this.#id} with its models and samplers; session ${other} replaces it`,
    );
    this.#id = other;
    this.models = 0;
    this.samplers = 0;
    this.transport.forgetOwners();
    return true;
  }

  /** @returns What the server says to a heartbeat; undefined where it says nothing. */
  async #statusOf(id: string, signal: AbortSignal): Promise<number | undefined> {
    try {
      await this.#heartbeat(id, signal);
      return 200;
    } catch (error) {
      if (error instanceof TinkerError) return error.status;
      throw error;
    }
  }

  async #heartbeat(id: string, signal?: AbortSignal): Promise<void> {
    const { method, path } = endpoints.sessionHeartbeat;
    await this.transport.once({ method, path, body: JSON.stringify({ session_id: id }), signal });
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#beat(), HEARTBEAT_MS);
    // A program that has nothing else to do may end.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  async #beat(): Promise<void> {
    try {
      await this.#heartbeat(this.#id);
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

/** @returns A new session's name. */
async function openOn(transport: Transport, signal: AbortSignal): Promise<string> {
  const { onMessage } = transport.settings;
  const body = { tags: [], user_metadata: {}, sdk_version: SDK_VERSION };
  const answer = await transport.call(endpoints.createSession, body, { signal });
  for (const text of [answer.info_message, answer.warning_message, answer.error_message])
    if (text !== undefined && text !== '') onMessage(plainText(text.slice(0, MOST_CHARACTERS)));
  return plainId(answer.session_id, endpoints.createSession.path);
}
