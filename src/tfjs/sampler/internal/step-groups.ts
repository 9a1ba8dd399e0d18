import { MASKED_SCORE } from '../../internal/decoder/grouped-attention.js';
import type { CacheSlot } from './kv-store.js';

/** Most rows of keys that one batched product gathers. */
const GATHERED_ROWS = 65_536;

/** Most queries of one conversation that are scored together. */
const QUERIES = 512;

/** Queries of a flat step that are attended to by one batched product. */
export interface StepGroup {
  /** Conversations. */
  readonly batch: number;
  /** Positions each sees, the shorter ones padded; L. */
  readonly length: number;
  /** Shape [B · n]: which tokens of the step ask. */
  readonly slots: number[];
  /** Shape [B · L]: the store's row of every position. */
  readonly rows: Int32Array;
  /** Shape [B, 1, n, L], added to the scores. */
  readonly mask: Float32Array;
}

/**
 * Sorts a step's tokens into products of one shape: conversations that decode one token together, the longer ones apart
 * from the shorter; each prompt or tool response that is read in by itself.
 *
 * @param slots - A conversation's tokens together and in order; their rows already known to its cache.
 */
export function stepGroups(slots: readonly CacheSlot<{ readonly rows: readonly number[] }>[]): StepGroup[] {
  const decoding: number[] = [];
  const groups: StepGroup[] = [];
  for (let start = 0, end = 0; start < slots.length; start = end) {
    while (end < slots.length && slots[end]!.cache === slots[start]!.cache) end++;
    if (end - start === 1) decoding.push(start);
    else
      for (let from = start; from < end; from += QUERIES)
        groups.push(prefillGroup(slots, from, Math.min(end, from + QUERIES)));
  }
  decoding.sort((a, b) => slots[a]!.position - slots[b]!.position);
  for (let from = 0; from < decoding.length;) {
    let to = from + 1;
    while (to < decoding.length && (to + 1 - from) * (slots[decoding[to]!]!.position + 1) <= GATHERED_ROWS) to++;
    groups.push(decodeGroup(slots, decoding.slice(from, to)));
    from = to;
  }
  return groups;
}

/** One conversation's run of tokens. */
function prefillGroup(
  slots: readonly CacheSlot<{ readonly rows: readonly number[] }>[],
  start: number,
  end: number,
): StepGroup {
  const { cache, position } = slots[end - 1]!;
  const length = position + 1;
  const count = end - start;
  const mask = new Float32Array(count * length);
  for (let i = 0; i < count; i++)
    mask.fill(MASKED_SCORE, i * length + slots[start + i]!.position + 1, (i + 1) * length);
  return {
    batch: 1,
    length,
    slots: Array.from({ length: count }, (_, i) => start + i),
    rows: Int32Array.from(cache.rows.slice(0, length)),
    mask,
  };
}

/** One token each of several conversations. @param querying - Their slots, by position. */
function decodeGroup(slots: readonly CacheSlot<{ readonly rows: readonly number[] }>[], querying: number[]): StepGroup {
  const length = slots[querying.at(-1)!]!.position + 1;
  const rows = new Int32Array(querying.length * length);
  const mask = new Float32Array(querying.length * length).fill(MASKED_SCORE);
  querying.forEach((slot, i) => {
    const { cache, position } = slots[slot]!;
    rows.set(cache.rows.slice(0, position + 1), i * length);
    mask.fill(0, i * length, i * length + position + 1);
  });
  return { batch: querying.length, length, slots: querying, rows, mask };
}
