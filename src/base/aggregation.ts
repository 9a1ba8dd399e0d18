import * as z from 'zod/mini';
import { parseOptions } from './internal/arguments/options.js';
import { countedLengths, sequenceLengths, type TokenLayout } from './internal/tokens/token-layout.js';

/**
 * How per-token losses become one number: loss = Σ_t w_t · ℓ_t, with one weight for each counted token. T = counted tokens of
 * the batch, S = sequences with at least one, |o_i| = counted tokens of sequence i.
 *
 * - `token-mean`: w = 1 / T (arXiv 2508.20722 on its objective; DAPO, arXiv 2503.14476, §3.3);
 * - `seq-mean-token-sum`: w = 1 / S;
 * - `seq-mean-token-mean`: w = 1 / (S · |o_i|) (GRPO, arXiv 2402.03300, §4.1);
 * - `seq-mean-token-sum-norm`: w = 1 / (S · `divisor`), by default the tokens of the longest sequence, counted or not;
 * - `token-sum`: w = 1;
 * - `constant`: w = `weight` (Dr. GRPO, arXiv 2503.20783: 1 / (rollouts · budget of tokens)).
 *
 * `tokens` and `sequences` replace T and S if this batch is a part of a larger one. `scale` multiplies every weight: set it to the number
 * of workers if their gradients are averaged. A batch without counted tokens has weight 0.
 */
export type Aggregation =
  | Exclude<AggregationKind, 'constant'>
  | { readonly kind: 'token-mean'; readonly tokens?: number | undefined; readonly scale?: number | undefined }
  | {
      readonly kind: 'seq-mean-token-sum';
      readonly sequences?: number | undefined;
      readonly scale?: number | undefined;
    }
  | {
      readonly kind: 'seq-mean-token-mean';
      readonly sequences?: number | undefined;
      readonly scale?: number | undefined;
    }
  | {
      readonly kind: 'seq-mean-token-sum-norm';
      readonly sequences?: number | undefined;
      readonly divisor?: number | undefined;
      readonly scale?: number | undefined;
    }
  | { readonly kind: 'token-sum'; readonly scale?: number | undefined }
  | { readonly kind: 'constant'; readonly weight: number };

export type AggregationKind =
  'token-mean' | 'seq-mean-token-sum' | 'seq-mean-token-mean' | 'seq-mean-token-sum-norm' | 'token-sum' | 'constant';

const positive = z.number().check(z.positive());
const scale = z._default(positive, 1);

/** Reads an `Aggregation`, its names alone included. */
export const aggregationSchema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? { kind: value } : value)),
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('token-mean'), tokens: z.optional(positive), scale }),
    z.strictObject({ kind: z.literal('seq-mean-token-sum'), sequences: z.optional(positive), scale }),
    z.strictObject({
      kind: z.literal('seq-mean-token-mean'),
      sequences: z.optional(positive),
      scale,
    }),
    z.strictObject({
      kind: z.literal('seq-mean-token-sum-norm'),
      sequences: z.optional(positive),
      divisor: z.optional(positive),
      scale,
    }),
    z.strictObject({ kind: z.literal('token-sum'), scale }),
    z.strictObject({ kind: z.literal('constant'), weight: z.number() }),
  ]),
);

/**
 * The weight of each token's loss.
 *
 * @returns Weights; shape [N]; 0 where the mask is 0.
 * @throws RangeError or TypeError for an unknown kind or a divisor that is not positive.
 */
export function aggregationWeights(layout: TokenLayout, aggregation: Aggregation): Float64Array {
  const how = parseOptions(aggregationSchema, aggregation, 'aggregation');
  const { offsets, responseMask } = layout;
  const weights = new Float64Array(responseMask.length);
  const counts = countedLengths(layout);
  const weightOf = sequenceWeight(how, counts, offsets);
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] === 0) continue;
    const weight = weightOf(counts[i]!);
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (responseMask[t]! !== 0) weights[t] = weight;
  }
  return weights;
}

/** @returns The weight of every counted token of a sequence, from how many it has. */
function sequenceWeight(
  how: z.output<typeof aggregationSchema>,
  counts: Int32Array,
  offsets: ArrayLike<number>,
): (count: number) => number {
  const sequences = counts.filter((count) => count > 0).length;
  switch (how.kind) {
    case 'token-mean': {
      const weight = how.scale / (how.tokens ?? counts.reduce((sum, count) => sum + count, 0));
      return () => weight;
    }
    case 'seq-mean-token-sum':
      return () => how.scale / (how.sequences ?? sequences);
    case 'seq-mean-token-mean':
      return (count) => how.scale / ((how.sequences ?? sequences) * count);
    case 'seq-mean-token-sum-norm': {
      const divisor = how.divisor ?? sequenceLengths(offsets).reduce((most, length) => Math.max(most, length), 0);
      return () => how.scale / ((how.sequences ?? sequences) * divisor);
    }
    case 'token-sum':
      return () => how.scale;
    case 'constant':
      return () => how.weight;
  }
}
