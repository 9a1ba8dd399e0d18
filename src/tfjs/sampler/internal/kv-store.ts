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
}
