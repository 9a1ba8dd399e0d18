import { MASKED_SCORE } from '../../model/internal/index.js';
import type { CacheSlot } from './conversation.js';

/** Most rows of keys that one batched product gathers. */
const GATHERED_ROWS = 65_536;

/** Most queries of one conversation that are scored together. */
const QUERIES = 512;

/** A token of a flat step, whose conversation knows the store's row of each of its positions. */
type Slot = CacheSlot<{ readonly rows: readonly number[] }>;

/** Queries of a flat step that are attended to by one batched product. */
export interface StepGroup {
  /** Conversations. */
  readonly batch: number;
  /** Shape [B · n]: which tokens of the step ask. */
  readonly slots: number[];
  /** The rows of the store's first and second matrix that they attend to. */
  readonly parts: readonly [GroupPart, GroupPart];
}

/** The rows of one matrix that the queries of a group attend to. */
export interface GroupPart {
  /** Positions each sees there, the shorter ones padded; L, 0 where none sees any. */
  readonly length: number;
  /** Shape [B · L]: the matrix's row of every position. */
  readonly rows: Int32Array;
  /** Shape [B, 1, n, L], added to the scores. */
  readonly mask: Float32Array;
}

/**
 * Sorts a step's tokens into products of one shape: conversations that decode one token together, the longer ones apart
 * from the shorter; each prompt or tool response that is read in by itself.
 *
 * @param slots - A conversation's tokens together and in order; their rows already known to its cache, ascending.
 * @param firstRows - Rows below it are in the store's first matrix, the others in its second.
 */
export function stepGroups(slots: readonly Slot[], firstRows: number): StepGroup[] {
  const decoding: number[] = [];
  const groups: StepGroup[] = [];
  for (let start = 0, end = 0; start < slots.length; start = end) {
    while (end < slots.length && slots[end]!.cache === slots[start]!.cache) end++;
    if (end - start === 1) decoding.push(start);
    else
      for (let from = start; from < end; from += QUERIES)
        groups.push(prefillGroup(slots, from, Math.min(end, from + QUERIES), firstRows));
  }
  decoding.sort((a, b) => slots[a]!.position - slots[b]!.position);
  for (let from = 0; from < decoding.length;) {
    let to = from + 1;
    while (to < decoding.length && (to + 1 - from) * (slots[decoding[to]!]!.position + 1) <= GATHERED_ROWS) to++;
    groups.push(decodeGroup(slots, decoding.slice(from, to), firstRows));
    from = to;
  }
  return groups;
}

/** One conversation's run of tokens. */
function prefillGroup(slots: readonly Slot[], start: number, end: number, firstRows: number): StepGroup {
  const { cache, position } = slots[end - 1]!;
  const count = end - start;
  const split = rowsBelow(cache.rows, position + 1, firstRows);
  const part = (from: number, to: number, base: number): GroupPart => {
    const length = to - from;
    const mask = new Float32Array(count * length);
    for (let i = 0; i < count; i++) {
      const seen = Math.max(0, Math.min(length, slots[start + i]!.position + 1 - from));
      mask.fill(MASKED_SCORE, i * length + seen, (i + 1) * length);
    }
    return { length, rows: Int32Array.from(cache.rows.slice(from, to), (row) => row - base), mask };
  };
  return {
    batch: 1,
    slots: Array.from({ length: count }, (_, i) => start + i),
    parts: [part(0, split, 0), part(split, position + 1, firstRows)],
  };
}

/** One token each of several conversations. @param querying - Their slots, by position. */
function decodeGroup(slots: readonly Slot[], querying: number[], firstRows: number): StepGroup {
  const split = querying.map((slot) => rowsBelow(slots[slot]!.cache.rows, slots[slot]!.position + 1, firstRows));
  const part = (which: 0 | 1): GroupPart => {
    const from = (i: number) => (which === 0 ? 0 : split[i]!);
    const to = (i: number) => (which === 0 ? split[i]! : slots[querying[i]!]!.position + 1);
    const length = querying.reduce((most, _, i) => Math.max(most, to(i) - from(i)), 0);
    const rows = new Int32Array(querying.length * length);
    const mask = new Float32Array(querying.length * length).fill(MASKED_SCORE);
    querying.forEach((slot, i) => {
      const { cache } = slots[slot]!;
      for (let at = from(i); at < to(i); at++) rows[i * length + at - from(i)] = cache.rows[at]! - which * firstRows;
      mask.fill(0, i * length, i * length + to(i) - from(i));
    });
    return { length, rows, mask };
  };
  return { batch: querying.length, slots: querying, parts: [part(0), part(1)] };
}

/** How many of the first `count` rows are below a bound; they ascend. */
function rowsBelow(rows: readonly number[], count: number, bound: number): number {
  let below = count;
  while (below > 0 && rows[below - 1]! >= bound) below--;
  return below;
}
