import { WireError } from '../limits.js';
import { bytesOf, integerOf, readFields, type Field } from './fields.js';

/** Consecutive places of a datum, sampled or not. */
export interface Span {
  readonly isSampled: boolean;
  readonly length: number;
}

/** Reads the message `ProvenanceSpan`, without the names of the sequences that it was sampled in. */
export function readSpan(field: Field, path: string): Span {
  for (const kind of readFields(bytesOf(field, path), path)) {
    if (kind.number !== 1 && kind.number !== 2) continue;
    let length = 0;
    for (const part of readFields(bytesOf(kind, path), path))
      if (part.number === 3) length = integerOf(part, `${path}.length`);
    if (length < 0) throw new WireError(`${path}.length`, `expected at least 0, got ${length}`);
    return { isSampled: kind.number === 2, length };
  }
  throw new WireError(path, 'expected prompt_tokens or sampled_tokens, got neither');
}

/**
 * @returns 1 where a place was sampled, else 0; shape [L].
 * @throws WireError for spans of more or fewer than L places.
 */
export function sampledPlaces(spans: readonly Span[], places: number, path: string): Uint8Array {
  const covered = spans.reduce((sum, { length }) => sum + length, 0);
  if (covered !== places) throw new WireError(path, `expected spans of ${places} places, got ${covered}`);
  const sampled = new Uint8Array(places);
  let start = 0;
  for (const { isSampled, length } of spans) {
    if (isSampled) sampled.fill(1, start, start + length);
    start += length;
  }
  return sampled;
}
