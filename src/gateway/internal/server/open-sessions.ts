import { MIB } from '../../../base/internal/index.js';
import { textHash } from '../../../io/index.js';
import type { ClientAddress } from '../../client-address.js';
import type { GatewayAccount } from '../../gateway-account.js';
import type { GatewayModels } from '../../gateway-models.js';
import { busyRefusal, Refusal } from '../refusal.js';
import type { Session } from '../session/session.js';

/** What is known of a session that requests can be sent to. */
interface SessionEntry {
  /** Its part of the path. */
  readonly name: string;
  readonly session: Session;
  readonly models: GatewayModels;
  /** Most requests at once. */
  readonly maxConcurrent: number;
}

/** Most bytes of the bodies that one session has under way; one body may be larger. */
const MOST_BODY_BYTES = 32 * MIB;

/** A session that requests can be sent to, and what its server counts of it. */
export class OpenSession {
  /** It cannot be guessed: 122 random bits. */
  readonly key = `rs2-${globalThis.crypto.randomUUID().replaceAll('-', '')}`;
  /** Requests that other servers answered, by the names of their models. */
  readonly forwarded = new Map<string, number>();
  underWay = 0;
  #bodyBytes = 0;
  /** When the last request ended, as `performance.now()` says. */
  usedMs = performance.now();

  constructor(readonly entry: SessionEntry) {}

  /** Counts a request while it is answered. @throws Refusal `busy` where there are too many. */
  async use(answer: () => Promise<void>): Promise<void> {
    const { maxConcurrent } = this.entry;
    if (this.underWay >= maxConcurrent) throw this.#refused(busyRefusal(maxConcurrent));
    this.underWay++;
    try {
      await answer();
    } finally {
      this.underWay--;
      this.usedMs = performance.now();
    }
  }

  /**
   * Counts the body of a request until it is answered.
   *
   * @returns What ends the count.
   * @throws Refusal `busy` where the session's bodies would take up much of what all sessions have.
   */
  holdBody(bytes: number): () => void {
    if (this.#bodyBytes > 0 && this.#bodyBytes + bytes > MOST_BODY_BYTES)
      throw this.#refused(
        new Refusal('busy', `the session's running requests have more than ${MOST_BODY_BYTES} bytes`, {
          retryAfterSeconds: 1,
        }),
      );
    this.#bodyBytes += bytes;
    return () => void (this.#bodyBytes -= bytes);
  }

  #refused(refusal: Refusal): Refusal {
    this.entry.session.refusals.noteUnread(refusal);
    return refusal;
  }

  account(): GatewayAccount {
    return { ...this.entry.session.account(), forwarded: Object.fromEntries(this.forwarded) };
  }

  /** @returns Its two addresses at a server. */
  addresses(url: string): { readonly openai: ClientAddress; readonly anthropic: ClientAddress } {
    const path = `${url}/s/${encodeURIComponent(this.entry.name)}`;
    return {
      openai: { baseURL: `${path}/v1`, apiKey: this.key },
      anthropic: { baseURL: path, apiKey: this.key },
    };
  }
}

/** The sessions of a server, found by their keys. */
export class OpenSessions {
  /** By the hashes of their keys: how long a look-up takes says nothing of a key. */
  readonly #byKey = new Map<string, OpenSession>();

  add(open: OpenSession): void {
    this.#byKey.set(textHash(open.key), open);
  }

  remove({ key }: OpenSession): void {
    this.#byKey.delete(textHash(key));
  }

  /**
   * Finds the session that a request is for: that of its key, which must be that of the path where the path names one.
   *
   * @throws Refusal `unauthorized`, the same whether there is no such session or the key is another's.
   */
  find(keys: readonly string[], name: string | undefined): OpenSession {
    for (const key of keys) {
      const open = this.#byKey.get(textHash(key));
      if (open !== undefined && (name === undefined || open.entry.name === name)) return open;
    }
    throw new Refusal('unauthorized', 'no open session at this address has this API key');
  }
}
