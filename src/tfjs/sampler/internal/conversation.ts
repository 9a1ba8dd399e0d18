import type { KvStore } from './kv-store.js';

/** A conversation: its tokens, and how many of them have their keys and values in the store. */
export class Conversation {
  readonly cache: object;
  readonly #store: KvStore<object>;
  tokens: number[] = [];
  cached = 0;
  busy = false;
  #prefixOf: Conversation | undefined;

  constructor(store: KvStore<object>) {
    this.#store = store;
    this.cache = store.open();
  }

  /** Gives its keys and values up; nobody shares them from now on. */
  close(): void {
    this.cached = 0;
    this.tokens = [];
    this.#store.close(this.cache);
  }

  /** Whether the conversation begins with all of `tokens`. */
  startsWith(tokens: Int32Array): boolean {
    return this.tokens.length >= tokens.length && tokens.every((token, i) => this.tokens[i] === token);
  }

  /** Waits for another conversation with the same prompt to be read in, then takes its cache over: a group has one prompt. */
  shareWith(other: Conversation | undefined): void {
    this.#prefixOf = other;
  }

  /** @returns Whether the conversation can go on; false while the one it shares a prompt with has not been read in. */
  takePrefix(): boolean {
    const other = this.#prefixOf;
    if (other === undefined) return true;
    const shared = this.tokens.length - 1;
    if (other.busy && other.cached < shared) return false;
    this.#prefixOf = undefined;
    this.cached = Math.min(shared, other.cached);
    this.#store.copy(other.cache, this.cache, this.cached);
    return true;
  }

  /** Makes `tokens` the conversation's; what the cache shares with them stays, but the last token is always read again. */
  extendTo(tokens: Int32Array): void {
    let shared = 0;
    const most = Math.min(this.cached, tokens.length - 1);
    while (shared < most && this.tokens[shared] === tokens[shared]) shared++;
    this.tokens = Array.from(tokens);
    this.cached = shared;
  }
}
