import type { AttentionFunction } from '../../model/internal/index.js';

/** Where each token of a flat step goes: its conversation's cache and its position there. */
export interface CacheSlot<Cache> {
  readonly cache: Cache;
  readonly position: number;
}

/** The keys and values of conversations, wherever the backend keeps them. `Cache` is one conversation's. */
export interface KvStore<Cache> {
  /** @returns An empty conversation. */
  open(): Cache;
  /** Forgets a conversation. */
  close(cache: Cache): void;
  /** Makes the first `length` positions of `to` those of `from`. */
  copy(from: Cache, to: Cache, length: number): void;
  /**
   * The attention of one flat step: each token's key and value are written, then each attends to everything its
   * conversation has up to itself. Decoding one token and reading in a whole prompt are the same thing.
   *
   * @param slots - Shape [N]; a conversation's tokens together and in order. To be used inside one tidy, every layer once.
   */
  attention(slots: readonly CacheSlot<Cache>[]): AttentionFunction;
  /** Releases the memory of a store whose conversations are all closed. */
  dispose?(): void;
}

/** Prefixes shorter than this are read anew: sharing one means waiting for it. */
const LEAST_SHARED = 16;

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

  /** Releases its keys and values; no other conversation shares them from now on. */
  close(): void {
    this.cached = 0;
    this.tokens = [];
    this.#store.close(this.cache);
  }

  /**
   * Begins with what it shares with one of these, the one it shares most with: a group has one prompt, and prompts have one
   * system message. Waits until that has been read in, then takes its keys and values over.
   */
  shareWith(others: Iterable<Conversation>): void {
    let most = LEAST_SHARED - 1;
    for (const other of others) {
      const shared = this.#sharedWith(other);
      if (shared <= most) continue;
      this.#prefixOf = other;
      most = shared;
      if (most === this.tokens.length - 1) return;
    }
  }

  /** @returns Whether the conversation can go on; false while what it shares with another has not been read in. */
  takePrefix(): boolean {
    const other = this.#prefixOf;
    if (other === undefined) return true;
    // The other may have ended meanwhile, or gone on from another text.
    const shared = this.#sharedWith(other);
    if (other.busy && other.cached < shared) return false;
    this.#prefixOf = undefined;
    this.cached = Math.min(shared, other.cached);
    this.#store.copy(other.cache, this.cache, this.cached);
    return true;
  }

  /** @returns How many tokens both begin with; the last of this one's is always read. */
  #sharedWith({ tokens }: Conversation): number {
    const most = Math.min(tokens.length, this.tokens.length - 1);
    let shared = 0;
    while (shared < most && tokens[shared] === this.tokens[shared]) shared++;
    return shared;
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
