import { toRandom, type Random, type Seed } from '../../base/index.js';

/** One stream of a mix. */
export interface MixPart<T> {
  readonly items: AsyncIterable<T> | Iterable<T>;
  /** Its share, in whatever unit the others have: 165, 30 and 27. */
  readonly weight: number;
}

/**
 * Mixes streams by their weights, each drawn from until it ends; the others go on by theirs. The paper's SFT data is
 * 165K conversations with tools, 30K instructions and 27K of chat.
 *
 * @throws RangeError for a weight that is not above 0.
 */
export async function* mixStreams<T>(parts: readonly MixPart<T>[], seed: Seed | Random): AsyncGenerator<T> {
  const random = toRandom(seed);
  for (const [i, { weight }] of parts.entries())
    if (!(weight > 0) || weight === Infinity)
      throw new RangeError(`parts[${i}].weight: expected a number above 0, got ${weight}`);
  const open = parts.map(({ items, weight }) => ({ items: iteratorOf(items), weight }));
  try {
    while (open.length > 0) {
      let rest = random.next() * open.reduce((sum, { weight }) => sum + weight, 0);
      const drawn = Math.max(
        0,
        open.findIndex(({ weight }) => (rest -= weight) < 0),
      );
      const next = await open[drawn]!.items.next();
      if (next.done === true) open.splice(drawn, 1);
      else yield next.value;
    }
  } finally {
    for (const { items } of open) await items.return?.();
  }
}

function iteratorOf<T>(items: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}
