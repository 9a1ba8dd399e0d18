import { textHash } from '../../../io/index.js';
import { Refusal } from '../../exchange.js';
import type { Session } from '../session/session.js';

/** Where a client reaches a model, and the key that it sends. */
export interface ClientAddress {
  readonly baseURL: string;
  readonly apiKey: string;
}

/** A session that requests can be sent to. */
export interface OpenSession {
  /** Its part of the path. */
  readonly name: string;
  readonly key: string;
  readonly session: Session;
}

/** The sessions of a server, found by their keys. */
export class OpenSessions {
  readonly #byName = new Map<string, OpenSession>();
  /** By the hashes of their keys: how long a look-up takes says nothing of a key. */
  readonly #byKey = new Map<string, OpenSession>();

  get size(): number {
    return this.#byName.size;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  /** @returns The session of a name; undefined where none is open. */
  named(name: string): OpenSession | undefined {
    return this.#byName.get(name);
  }

  add(name: string, session: Session): OpenSession {
    const key = `rs2-${globalThis.crypto.randomUUID().replaceAll('-', '')}`;
    const open = { name, key, session };
    this.#byName.set(name, open);
    this.#byKey.set(textHash(key), open);
    return open;
  }

  remove({ name, key }: OpenSession): void {
    this.#byName.delete(name);
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
      if (open !== undefined && (name === undefined || open.name === name)) return open;
    }
    throw new Refusal(
      'unauthorized',
      'the API key is of no open session' + (name === undefined ? '' : ' of this path'),
    );
  }
}

/** @returns The two addresses of a session. */
export function addressesOf(url: string, { name, key }: OpenSession) {
  const path = `${url}/s/${encodeURIComponent(name)}`;
  return {
    openai: { baseURL: `${path}/v1`, apiKey: key },
    anthropic: { baseURL: path, apiKey: key },
  };
}
