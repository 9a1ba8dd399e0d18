import { z } from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import type { TokenLayout } from '../../base/index.js';
import {
  CountedSequences,
  clampLogRatio,
  clampedDeviation,
  largest,
  meanOf,
  sampleDeviation,
  shareOf,
  smallest,
} from '../internal/counted-sequences.js';

/** Log-ratios of the policy that is trained from to the one that generated, on packed tokens. */
export interface LogRatioInput extends TokenLayout {
  /** log π_train − log π_rollout; shape [N]; read at counted tokens alone. */
  readonly logRatios: ArrayLike<number>;
}

/** How importance weights are worked out. */
export interface ImportanceWeightOptions {
  /** One weight a token, or the product of a sequence's ratios on each of its tokens. */
  readonly level: 'token' | 'sequence';
  /** Weights are cut off above it. Default 2. */
  readonly threshold?: number | undefined;
  /** Divide the weights by their mean (over tokens, or over sequences). Default false. */
  readonly normalize?: boolean | undefined;
  /** Compatibility with verl: sequences without a counted token count in the metrics, as ratio 1 or weight 0. */
  readonly emptySequences?: 'ignore' | 'count' | undefined;
  /** Compatibility with verl: added to a count before it divides, in deviations and normalization (1e-8). Default 0. */
  readonly countEpsilon?: number | undefined;
  /** A batch without counted tokens: no metrics (`ignore`, default), or an `error` as in verl. */
  readonly emptyBatch?: 'ignore' | 'error' | undefined;
}

const optionsSchema = z.strictObject({
  level: z.enum(['token', 'sequence']),
  threshold: z.number().positive().default(2),
  normalize: z.boolean().default(false),
  emptySequences: z.enum(['ignore', 'count']).default('ignore'),
  countEpsilon: z.number().nonnegative().default(0),
  emptyBatch: z.enum(['ignore', 'error']).default('ignore'),
});

/** Weights and what was measured of them, under verl's names. */
export interface ImportanceWeights {
  /** Constant factors of the token losses (`rolloutWeights`); shape [N]; 0 outside the mask. */
  readonly weights: Float64Array;
  readonly metrics: { readonly [name: string]: number };
}

/**
 * Truncated importance weights that correct for the rollout policy not being the one that is trained: min(ρ, threshold).
 *
 * @throws RangeError or TypeError for options out of range, or an empty batch where that is asked for.
 * @remarks Metrics describe the weights before they are cut off; `std` and `eff_sample_size` clamp them to
 *   [1 / threshold, threshold]. Source: truncated importance sampling, Ionides 2008; verl `rollout_corr_helper.py`.
 */
export function importanceWeights(input: LogRatioInput, options: ImportanceWeightOptions): ImportanceWeights {
  const parsed = parseOptions(optionsSchema, options);
  const { level, threshold, normalize, emptySequences, countEpsilon, emptyBatch } = parsed;
  const sequences = new CountedSequences(input);
  if (emptyBatch === 'error' && sequences.all.length === 0)
    throw new RangeError('input.responseMask: expected at least one counted token, got none');
  const { logRatios } = input;
  const raw = new Float64Array(input.responseMask.length);
  const sums = sequences.sums((t) => logRatios[t]!);
  sequences.tokens.forEach((tokens, i) => {
    for (const t of tokens) raw[t] = Math.exp(clampLogRatio(level === 'token' ? logRatios[t]! : sums[i]!));
  });
  const counts = (_: unknown, i: number): boolean => emptySequences === 'count' || sequences.tokens[i]!.length > 0;
  const metrics: { [name: string]: number } =
    sequences.all.length === 0 ? {} : measure(raw, sums.filter(counts), sequences, parsed, counts);

  const weights = raw.map((weight) => Math.min(weight, threshold));
  if (normalize) {
    const share = (count: number): number => (count === 0 ? 0 : count / (count + countEpsilon));
    const perSequence = sequences.means((t) => weights[t]!).map((mean, i) => mean * share(sequences.tokens[i]!.length));
    const mean =
      level === 'token'
        ? share(sequences.all.length) * meanOf(sequences.all.map((t) => weights[t]!))
        : meanOf(perSequence.filter((_, i) => sequences.tokens[i]!.length > 0));
    const factor = mean > 1e-8 ? mean : 1;
    weights.forEach((weight, t) => (weights[t] = weight / factor));
    metrics['rollout_is_batch_norm_factor'] = factor;
  }
  return { weights, metrics };
}

function measure(
  weights: Float64Array,
  logProducts: readonly number[],
  sequences: CountedSequences,
  { level, threshold, countEpsilon }: z.output<typeof optionsSchema>,
  counts: (_: unknown, sequence: number) => boolean,
): { [name: string]: number } {
  const tokens = sequences.all.map((t) => weights[t]!);
  const low = 1 / threshold;
  const clamped = tokens.map((weight) => Math.min(Math.max(weight, low), threshold));
  const clampedMean = meanOf(clamped);
  const perSequence = sequences.means((t) => weights[t]!).filter(counts);
  const extremes =
    level === 'sequence'
      ? {
          rollout_is_max: Math.exp(Math.min(largest(logProducts), 20)),
          rollout_is_min: Math.exp(smallest(logProducts)),
          rollout_is_ratio_fraction_high: shareOf(logProducts, (value) => value > Math.log(threshold)),
          rollout_is_ratio_fraction_low: shareOf(logProducts, (value) => value < Math.log(low)),
        }
      : {
          rollout_is_max: largest(tokens),
          rollout_is_min: smallest(tokens),
          rollout_is_ratio_fraction_high: shareOf(tokens, (weight) => weight > threshold),
          rollout_is_ratio_fraction_low: shareOf(tokens, (weight) => weight < low),
        };
  return {
    ...extremes,
    rollout_is_mean: meanOf(tokens),
    rollout_is_std: clampedDeviation(tokens, low, threshold, countEpsilon),
    rollout_is_eff_sample_size: 1 / meanOf(clamped.map((weight) => (weight / clampedMean) ** 2)),
    rollout_is_seq_mean: meanOf(perSequence),
    rollout_is_seq_std: sampleDeviation(perSequence),
    rollout_is_seq_max: largest(perSequence),
    rollout_is_seq_min: smallest(perSequence),
    rollout_is_seq_max_deviation: largest(perSequence.map((weight) => Math.abs(weight - 1))),
    rollout_is_seq_fraction_high: shareOf(perSequence, (weight) => weight > threshold),
    rollout_is_seq_fraction_low: shareOf(perSequence, (weight) => weight < low),
  };
}
