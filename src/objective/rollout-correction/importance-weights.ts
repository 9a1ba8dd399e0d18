import * as z from 'zod/mini';
import { argumentError, checkArgument, checkTokenLayout, LAYOUT, parseOptions } from '../../base/internal/index.js';
import {
  CORRECTION_LOG_RATIO_LIMIT,
  CountedSequences,
  clampLogRatio,
  clampedDeviation,
  largest,
  meanOf,
  sampleDeviation,
  shareOf,
  smallest,
  type LogRatioInput,
} from '../internal/counted-sequences.js';

/** Options of `importanceWeights`. */
export interface ImportanceWeightOptions {
  /** `token`: one weight per token. `sequence`: each token has the product of its sequence's ratios. */
  readonly level: 'token' | 'sequence';
  /** The largest weight; larger ones are truncated to it (TIS). Default 2. */
  readonly threshold?: number | undefined;
  /** If given, weights outside [lower, threshold] become 0 instead of being truncated (IcePop; 0 is MIS). Default: no lower bound. */
  readonly lower?: number | undefined;
  /** Divide the weights by their mean (over tokens, or over sequences). Default false. */
  readonly normalize?: boolean | undefined;
}

/** Importance weights, and metrics about them under verl's names. */
export interface ImportanceWeights {
  /** Constant factors of the token losses (`rolloutWeights`); shape [N]; 0 outside the mask. */
  readonly weights: Float64Array;
  readonly metrics: { readonly [name: string]: number };
}

/**
 * Importance weights that correct for the difference between the policy that generated the rollouts and the trained one. Without `lower`:
 * min(ρ, threshold), truncated importance sampling (TIS). With `lower`: ρ within [lower, threshold], 0 outside (IcePop, masked importance
 * sampling).
 *
 * @throws RangeError for shapes that do not fit and options out of range; TypeError for arguments of another type.
 * @remarks Metrics describe the weights before normalization. `…_fraction_high` and `…_fraction_low` are the shares of ratios above
 *   `threshold` and below `lower` (default 1 / threshold). At level `sequence`, `rollout_is_max` and `_min` are extremes of the ratios.
 *   Source: Ionides 2008 (TIS); arXiv 2510.18855 (IcePop).
 */
export function importanceWeights(input: LogRatioInput, options: ImportanceWeightOptions): ImportanceWeights {
  checkArgument(input, 'input', { logRatios: 'an array', ...LAYOUT });
  const parsed = parseWeightOptions(options);
  checkTokenLayout(input, { logRatios: input.logRatios });
  const sequences = CountedSequences.of(input);
  const ratios = ratiosOf(input, sequences, parsed);
  const weights = truncate(ratios, parsed);
  const metrics = measureWeights({ ...input, ratios, weights, least: 0 }, sequences, parsed);
  if (!parsed.normalize) return { weights, metrics };
  const factor = meanWeight(weights, sequences, parsed);
  return {
    weights: weights.map((weight) => weight / factor),
    metrics: { ...metrics, rollout_is_batch_norm_factor: factor },
  };
}

const optionsSchema = z.strictObject({
  level: z.enum(['token', 'sequence']),
  threshold: z._default(z.number().check(z.positive()), 2),
  lower: z.optional(z.number().check(z.nonnegative())),
  normalize: z._default(z.boolean(), false),
});

export type FilledWeightOptions = z.output<typeof optionsSchema>;

/** @throws RangeError or TypeError for options out of range. */
export function parseWeightOptions(options: z.input<typeof optionsSchema>): FilledWeightOptions {
  const parsed = parseOptions(optionsSchema, options);
  const { threshold, lower } = parsed;
  if (lower !== undefined && lower > threshold)
    throw argumentError(RangeError, 'options.lower', `expected at most ${threshold} (threshold), got ${lower}`);
  return parsed;
}

/** @returns The ratio of each token or of its sequence, clamped to stay finite; shape [N]; 0 outside the mask. */
export function ratiosOf(
  { logRatios, responseMask }: LogRatioInput,
  sequences: CountedSequences,
  { level }: FilledWeightOptions,
): Float64Array {
  const ratios = new Float64Array(responseMask.length);
  const sums = sequences.sums((t) => logRatios[t]!);
  sequences.tokens.forEach((tokens, i) => {
    for (const t of tokens) ratios[t] = Math.exp(clampLogRatio(level === 'token' ? logRatios[t]! : sums[i]!));
  });
  return ratios;
}

/** @returns The ratios truncated to the threshold, or with `lower` set to 0 outside the bounds; shape [N]. */
export function truncate(ratios: Float64Array, { threshold, lower }: FilledWeightOptions): Float64Array {
  return ratios.map((ratio) => {
    if (lower === undefined) return Math.min(ratio, threshold);
    return ratio >= lower && ratio <= threshold ? ratio : 0;
  });
}

/**
 * @param sequences - The sequences with a counted token.
 * @returns The mean weight over tokens or over sequences; 1 if the mean is below 1e-8.
 */
export function meanWeight(weights: Float64Array, sequences: CountedSequences, { level }: FilledWeightOptions): number {
  const { all, tokens } = sequences;
  const mean =
    level === 'token'
      ? sequences.shrinkage(all.length) * meanOf(all.map((t) => weights[t]!))
      : meanOf(sequences.means((t) => weights[t]!).map((value, i) => value * sequences.shrinkage(tokens[i]!.length)));
  return mean > 1e-8 ? mean : 1;
}

/** The input of `measureWeights`. */
export interface Weighing {
  readonly logRatios: ArrayLike<number>;
  /** Before truncation; shape [N]. */
  readonly ratios: Float64Array;
  /** The weights that the metrics describe; shape [N]. */
  readonly weights: Float64Array;
  /** Weights are clamped to at least this value for standard deviation and effective sample size. */
  readonly least: number;
}

/** @returns The metrics of importance weights under verl's names; an empty object for a batch without counted tokens. */
export function measureWeights(
  { logRatios, ratios: raw, weights, least }: Weighing,
  sequences: CountedSequences,
  { level, threshold, lower }: FilledWeightOptions,
): { [name: string]: number } {
  if (sequences.all.length === 0) return {};
  const [low, high] = [lower ?? 1 / threshold, threshold];
  const tokens = sequences.all.map((t) => weights[t]!);
  const ratios = sequences.all.map((t) => raw[t]!);
  const products = sequences.sums((t) => logRatios[t]!);
  const sequenceWeights = sequences.means((t) => weights[t]!);
  const sequenceRatios = sequences.means((t) => raw[t]!);
  const clamped = tokens.map((weight) => Math.min(Math.max(weight, least), high));
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
    rollout_is_std: clampedDeviation(tokens, least, high, sequences.shrinkage(tokens.length)),
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
