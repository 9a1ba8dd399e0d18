import * as z from 'zod/mini';
import { argumentError, parseOptions } from '../../../base/internal/index.js';
import type { LogRatioInput } from '../../rollout-correction/log-ratios.js';
import {
  CountedSequences,
  clampLogRatio,
  clampedDeviation,
  largest,
  meanOf,
  sampleDeviation,
  shareOf,
  smallest,
} from '../counted-sequences.js';
import { CORRECTION_LOG_RATIO_LIMIT } from '../limits.js';
import { refuseEmptyBatch, type CorrectionHabits } from './habits.js';

const positive = z.number().check(z.positive());
const optionsSchema = z.strictObject({
  level: z.enum(['token', 'sequence']),
  threshold: z._default(positive, 2),
  lower: z.optional(z.number().check(z.nonnegative())),
  normalize: z._default(z.boolean(), false),
});

/** `importanceWeights` with another program's habits. */
export function importanceWeightsWith(
  input: LogRatioInput,
  options: z.input<typeof optionsSchema>,
  habits: CorrectionHabits,
): { weights: Float64Array; metrics: { readonly [name: string]: number } } {
  const parsed = parseOptions(optionsSchema, options);
  const { level, threshold, lower, normalize } = parsed;
  if (lower !== undefined && lower > threshold)
    throw argumentError(RangeError, 'options.lower', `expected at most ${threshold} (threshold), got ${lower}`);
  const sequences = new CountedSequences(input);
  refuseEmptyBatch(sequences.all.length === 0, habits);
  const { logRatios } = input;
  const raw = new Float64Array(input.responseMask.length);
  const sums = sequences.sums((t) => logRatios[t]!);
  sequences.tokens.forEach((tokens, i) => {
    for (const t of tokens) raw[t] = Math.exp(clampLogRatio(level === 'token' ? logRatios[t]! : sums[i]!));
  });
  const weights = raw.map((weight) => {
    if (lower === undefined) return Math.min(weight, threshold);
    return weight >= lower && weight <= threshold ? weight : 0;
  });
  const metrics: { [name: string]: number } =
    sequences.all.length === 0 ? {} : measure({ raw, applied: weights, logProducts: sums, sequences }, parsed, habits);
  if (!normalize) return { weights, metrics };
  const factor = meanWeight(weights, sequences, level, habits);
  metrics['rollout_is_batch_norm_factor'] = factor;
  return { weights: weights.map((weight) => weight / factor), metrics };
}

/** @returns The mean over tokens or over sequences; 1 where there is next to none. */
function meanWeight(
  weights: Float64Array,
  sequences: CountedSequences,
  level: 'token' | 'sequence',
  { countEpsilon }: CorrectionHabits,
): number {
  const share = (count: number): number => (count === 0 ? 0 : count / (count + countEpsilon));
  const perSequence = sequences.means((t) => weights[t]!).map((mean, i) => mean * share(sequences.tokens[i]!.length));
  const mean =
    level === 'token'
      ? share(sequences.all.length) * meanOf(sequences.all.map((t) => weights[t]!))
      : meanOf(perSequence.filter((_, i) => sequences.tokens[i]!.length > 0));
  return mean > 1e-8 ? mean : 1;
}

/** What metrics are worked out from; arrays have shape [N] but `logProducts`, which has [S]. */
interface Weighing {
  readonly raw: Float64Array;
  readonly applied: Float64Array;
  readonly logProducts: readonly number[];
  readonly sequences: CountedSequences;
}

function measure(
  { raw, applied, logProducts, sequences }: Weighing,
  { level, threshold, lower }: z.output<typeof optionsSchema>,
  { emptySequences, countEpsilon, measured }: CorrectionHabits,
): { [name: string]: number } {
  const counts = (_: unknown, i: number): boolean => emptySequences === 'count' || sequences.tokens[i]!.length > 0;
  const [low, high] = [lower ?? 1 / threshold, threshold];
  const weights = measured === 'raw' ? raw : applied;
  const tokens = sequences.all.map((t) => weights[t]!);
  const ratios = sequences.all.map((t) => raw[t]!);
  const products = logProducts.filter(counts);
  const sequenceWeights = sequences.means((t) => weights[t]!).filter(counts);
  const sequenceRatios = sequences.means((t) => raw[t]!).filter(counts);
  const [least, most] = [measured === 'raw' ? low : 0, high];
  const clamped = tokens.map((weight) => Math.min(Math.max(weight, least), most));
  const clampedMean = meanOf(clamped);
  const extremes =
    level === 'sequence'
      ? {
          rollout_is_max: Math.exp(Math.min(largest(products), CORRECTION_LOG_RATIO_LIMIT)),
          rollout_is_min: Math.exp(smallest(products)),
          rollout_is_ratio_fraction_high: shareOf(products, (value) => value > Math.log(high)),
          rollout_is_ratio_fraction_low: shareOf(products, (value) => value < Math.log(low)),
        }
      : {
          rollout_is_max: largest(tokens),
          rollout_is_min: smallest(tokens),
          rollout_is_ratio_fraction_high: shareOf(ratios, (ratio) => ratio > high),
          rollout_is_ratio_fraction_low: shareOf(ratios, (ratio) => ratio < low),
        };
  return {
    ...extremes,
    rollout_is_mean: meanOf(tokens),
    rollout_is_std: clampedDeviation(tokens, least, most, countEpsilon),
    rollout_is_eff_sample_size:
      clampedMean === 0 ? 0 : 1 / meanOf(clamped.map((weight) => (weight / clampedMean) ** 2)),
    rollout_is_seq_mean: meanOf(sequenceWeights),
    rollout_is_seq_std: sampleDeviation(sequenceWeights),
    rollout_is_seq_max: largest(sequenceWeights),
    rollout_is_seq_min: smallest(sequenceWeights),
    rollout_is_seq_max_deviation: largest(sequenceWeights.map((weight) => Math.abs(weight - 1))),
    rollout_is_seq_fraction_high: shareOf(sequenceRatios, (ratio) => ratio > high),
    rollout_is_seq_fraction_low: shareOf(sequenceRatios, (ratio) => ratio < low),
    ...(lower !== undefined && { rollout_is_oob_ratio: shareOf(ratios, (ratio) => ratio < low || ratio > high) }),
  };
}
