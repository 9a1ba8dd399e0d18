import type { CacheSlot } from './conversation.js';

/** Rows that may lie unused before a store is rewritten without them. */
const SPARE_ROWS = 1024;

/** One conversation: the store's row of each of its positions, ascending. */
export interface RowCache {
  rows: number[];
}

/** Which rows of a store its conversations have. Those that share a prompt share its rows. */
export class RowCaches {
  readonly #open = new Set<RowCache>();
  #count = 0;

  constructor(private readonly spareRows = SPARE_ROWS) {}

  /** How many rows the store has, unused ones included. */
  get count(): number {
    return this.#count;
  }

  open(): RowCache {
    const cache = { rows: [] };
    this.#open.add(cache);
    return cache;
  }

  /** @returns Whether no conversation is left: rows count from 0 again. */
  close(cache: RowCache): boolean {
    this.#open.delete(cache);
    if (this.#open.size > 0) return false;
    this.#count = 0;
    return true;
  }

  copy(from: RowCache, to: RowCache, length: number): void {
    to.rows = from.rows.slice(0, length);
  }

  /** Gives each token of a step a row, after all others. */
  add(slots: readonly CacheSlot<RowCache>[]): void {
    for (const { cache, position } of slots) {
      cache.rows.length = position;
      cache.rows.push(this.#count++);
    }
  }

  /**
   * Numbers the rows anew without those that no conversation has, if these outnumber the others.
   *
   * @returns The rows that the store keeps, ascending; undefined where all stay.
   */
  compact(): Int32Array | undefined {
    let used = 0;
    for (const { rows } of this.#open) used += rows.length;
    if (this.#count <= 2 * used + this.spareRows) return undefined;
    const kept = Int32Array.from(new Set([...this.#open].flatMap(({ rows }) => rows))).sort();
    const moved = new Map(Array.from(kept, (row, i) => [row, i]));
    for (const cache of this.#open) cache.rows = cache.rows.map((row) => moved.get(row)!);
    this.#count = kept.length;
    return kept;
  }
}
