import * as z from 'zod';
import { Random, type Seed } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';

/**
 * Mixes by their names. `paper`: the SFT data of arXiv 2508.20722, section 4: 165K conversations with calls of functions, 30K that follow
 * instructions, 27K of chat.
 */
export const MIXES = { paper: { tools: 165, instructions: 30, chat: 27 } } as const satisfies {
  readonly [name: string]: { readonly [stream: string]: number };
};

/** Options of {@link mixStreams}. */
export interface MixStreamsOptions {
  /** The weight of each stream, in any unit, or one of `MIXES`. */
  readonly weights: keyof typeof MIXES | { readonly [stream: string]: number };
  readonly seed: Seed;
  /** Number of items to skip: a resumed run continues where the earlier one stopped. Default 0. */
  readonly start?: number | undefined;
}

const optionsSchema = z.strictObject({
  weights: z.union([
    z
      .enum(Object.keys(MIXES) as [keyof typeof MIXES])
      .transform((name): { readonly [stream: string]: number } => MIXES[name]),
    z.record(z.string(), z.number().positive()),
  ]),
  seed: z.union([z.string(), z.number()]),
  start: z.int().nonnegative().default(0),
});

/**
 * Mixes streams by their weights. When a stream ends, the others continue with their weights. Equal streams, weights and seeds give equal
 * mixes, also with `start`.
 *
 * @param streams - By the names in `weights`.
 * @throws TypeError, RangeError for bad options, and for streams and weights whose names differ.
 *
 * @example
 * const streams = { tools: readProblems('tools.jsonl'), chat: readProblems('chat.jsonl') };
 * for await (const { id } of mixStreams(streams, { weights: { tools: 5, chat: 1 }, seed: 1 })) console.log(id);
 */
export async function* mixStreams<T>(
  streams: { readonly [name: string]: AsyncIterable<T> | Iterable<T> },
  options: MixStreamsOptions,
): AsyncGenerator<T> {
  const { weights, seed, start } = parseOptions(optionsSchema, options);
  const names = Object.keys(weights);
  const [own, asked] = [Object.keys(streams), names].map((each) => each.toSorted().join(', '));
  if (own !== asked) throw new RangeError(`streams: expected ${asked} as in options.weights, got ${own}`);
  const random = new Random(seed);
  const open = names.map((name) => ({ items: iteratorOf(streams[name]!), weight: weights[name]! }));
  try {
    for (let item = 0; open.length > 0;) {
      let rest = random.next() * open.reduce((sum, { weight }) => sum + weight, 0);
      // Rounding may leave a rest behind the last one.
      const drawn = open.find(({ weight }) => (rest -= weight) < 0) ?? open.at(-1)!;
      const next = await drawn.items.next();
      if (next.done === true) open.splice(open.indexOf(drawn), 1);
      else if (item++ >= start) yield next.value;
    }
  } finally {
    for (const { items } of open) await items.return?.();
  }
}

function iteratorOf<T>(items: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
}
