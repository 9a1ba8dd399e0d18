import * as z from 'zod/mini';
import { argumentError, checkArgument, checkTokenLayout, LAYOUT, parseOptions } from '../../base/internal/index.js';
import {
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

/**
 * What a criterion measures: an estimate k1 = −x, k2 = x² / 2 or k3 = eˣ − 1 − x of the KL, from x = log π_train − log π_rollout; for each
 * token, or as the sum, mean or maximum over a sequence.
 */
export const REJECTION_STATISTICS = [
  'token_k1',
  'token_k2',
  'token_k3',
  'seq_sum_k1',
  'seq_sum_k2',
  'seq_sum_k3',
  'seq_mean_k1',
  'seq_mean_k2',
  'seq_mean_k3',
  'seq_max_k2',
  'seq_max_k3',
] as const;

/** The name of a statistic: tokens or sequences, and the estimate of the KL between the policies. */
export type RejectionStatistic = (typeof REJECTION_STATISTICS)[number];

/** A criterion of `rejectRollouts`. A token is kept if every criterion holds; a criterion of sequences applies to all tokens of a sequence. */
export interface RejectionCriterion {
  readonly statistic: RejectionStatistic;
  /**
   * For k2 and k3, the largest divergence that is kept. For k1, the largest ratio π_train / π_rollout that is kept: of a token, of the
   * whole sequence (`seq_sum`), or its geometric mean (`seq_mean`).
   */
  readonly upper: number;
  /** For k1 only: the smallest ratio that is kept; at most `upper`. Default 1 / upper. */
  readonly lower?: number | undefined;
}

/** Options of `rejectRollouts`. */
export interface RejectionOptions {
  readonly criteria: readonly RejectionCriterion[];
}

/** The remaining tokens, and metrics under verl's names. */
export interface RejectionResult {
  /** The response mask without the rejected tokens; shape [N]. */
  readonly mask: Uint8Array;
  readonly metrics: { readonly [name: string]: number };
}

/**
 * Removes tokens or whole sequences from training if the rollout policy is too far from the trained one there. Clipping limits their
 * influence; rejection removes it.
 *
 * @throws RangeError for shapes that do not fit and options out of range, such as a lower bound above the upper; TypeError for
 *   arguments of another type.
 * @remarks Source: masked importance sampling as verl's `rollout_corr_helper.py` has it (k1 to k3: Schulman 2020).
 */
export function rejectRollouts(input: LogRatioInput, options: RejectionOptions): RejectionResult {
  checkArgument(input, 'input', { logRatios: 'an array', ...LAYOUT });
  const criteria = parseCriteria(options);
  checkBounds(criteria);
  checkTokenLayout(input, { logRatios: input.logRatios });
  return rejectTokens(input, criteria, CountedSequences.of(input));
}

const positive = z.number().check(z.positive());
const criterionSchema = z.strictObject({
  statistic: z.enum(REJECTION_STATISTICS),
  upper: positive,
  lower: z.optional(positive),
});
const optionsSchema = z.strictObject({ criteria: z.array(criterionSchema) });

type Criterion = z.output<typeof criterionSchema>;

/** @throws RangeError or TypeError for criteria out of range. */
export function parseCriteria(options: { readonly criteria: readonly Criterion[] }): readonly Criterion[] {
  return parseOptions(optionsSchema, options).criteria;
}

/** @throws RangeError for a lower bound above the upper. */
export function checkBounds(criteria: readonly Criterion[]): void {
  criteria.forEach(({ statistic, lower, upper }, k) => {
    if (statistic.endsWith('k1') && (lower ?? 1 / upper) > upper)
      throw argumentError(
        RangeError,
        `options.criteria.${k}.upper`,
        `expected at least the lower bound ${lower ?? 1 / upper}, got ${upper}`,
      );
  });
}

/**
 * @param sequences - The sequences with a counted token.
 * @param among - The sequences over which the share of sequences with a rejected token is computed.
 */
export function rejectTokens(
  input: LogRatioInput,
  criteria: readonly Criterion[],
  sequences: CountedSequences,
  among = sequences,
): { mask: Uint8Array; metrics: { readonly [name: string]: number } } {
  const mask = Uint8Array.from(input.responseMask, (bit) => Number(bit !== 0));
  const metrics: { [name: string]: number } = {};
  if (sequences.all.length === 0) return { mask, metrics };

  for (const criterion of criteria) {
    const bounds = boundsOf(criterion);
    const { tokenValues, sequenceValues } = statisticOf(criterion.statistic, input.logRatios, sequences);
    const rejected = sequences.all.filter((_, k) => tokenValues[k]! < bounds.low || tokenValues[k]! > bounds.high);
    for (const t of rejected) mask[t] = 0;
    Object.assign(
      metrics,
      measure(criterion.statistic, tokenValues, sequenceValues, bounds, sequences.shrinkage(tokenValues.length)),
    );
    const isRejected = new Set(rejected);
    metrics[`rollout_rs_${criterion.statistic}_masked_fraction`] = rejected.length / sequences.all.length;
    metrics[`rollout_rs_${criterion.statistic}_seq_masked_fraction`] = shareTouched(sequences, (t) =>
      isRejected.has(t),
    );
  }
  metrics['rollout_rs_masked_fraction'] = meanOf(sequences.all.map((t) => 1 - mask[t]!));
  metrics['rollout_rs_seq_masked_fraction'] = shareTouched(among, (t) => mask[t] === 0);
  return { mask, metrics };
}

/** Bounds of a statistic; only k1 has a lower one (`lowMatters`). */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly lowMatters: boolean;
}

function boundsOf({ statistic, upper, lower = 1 / upper }: Criterion): Bounds {
  if (!statistic.endsWith('k1')) return { low: -Infinity, high: upper, lowMatters: false };
  // k1 = −log(π_train / π_rollout), so the bounds of the ratio change places.
  return { low: -Math.log(upper), high: -Math.log(lower), lowMatters: true };
}

function statisticOf(
  statistic: RejectionStatistic,
  logRatios: ArrayLike<number>,
  sequences: CountedSequences,
): { readonly tokenValues: number[]; readonly sequenceValues: number[] } {
  const divergence = (t: number): number => {
    const x = clampLogRatio(logRatios[t]!);
    if (statistic.endsWith('k1')) return -x;
    return statistic.endsWith('k2') ? (x * x) / 2 : Math.exp(x) - 1 - x;
  };
  if (statistic.startsWith('token'))
    return { tokenValues: sequences.all.map(divergence), sequenceValues: sequences.means(divergence) };
  const reduce = statistic.startsWith('seq_sum') ? 'sums' : statistic.startsWith('seq_mean') ? 'means' : 'maxima';
  const values = sequences[reduce](divergence);
  return {
    tokenValues: sequences.tokens.flatMap((tokens, i) => tokens.map(() => values[i]!)),
    sequenceValues: values,
  };
}

function shareTouched({ tokens }: CountedSequences, touched: (token: number) => boolean): number {
  return meanOf(tokens.map((positions) => Number(positions.some(touched))));
}

function measure(
  statistic: RejectionStatistic,
  tokenValues: readonly number[],
  sequenceValues: readonly number[],
  { low, high, lowMatters }: Bounds,
  shrinkage: number,
): { [name: string]: number } {
  const prefix = `rollout_rs_${statistic}`;
  const own = statistic.startsWith('token') ? tokenValues : sequenceValues;
  const tooHigh = (value: number): boolean => value > high;
  const tooLow = (value: number): boolean => lowMatters && value < low;
  return {
    [`${prefix}_mean`]: meanOf(tokenValues),
    [`${prefix}_max`]: largest(own),
    [`${prefix}_min`]: smallest(own),
    [`${prefix}_fraction_high`]: shareOf(own, tooHigh),
    [`${prefix}_fraction_low`]: shareOf(own, tooLow),
    [`${prefix}_std`]: clampedDeviation(tokenValues, lowMatters ? low : 0, high, shrinkage),
    [`${prefix}_seq_mean`]: meanOf(sequenceValues),
    [`${prefix}_seq_std`]: sampleDeviation(sequenceValues),
    [`${prefix}_seq_max`]: largest(sequenceValues),
    [`${prefix}_seq_min`]: smallest(sequenceValues),
    [`${prefix}_seq_max_deviation`]: largest(sequenceValues.map(Math.abs)),
    [`${prefix}_seq_fraction_high`]: shareOf(sequenceValues, tooHigh),
    ...(lowMatters && { [`${prefix}_seq_fraction_low`]: shareOf(sequenceValues, tooLow) }),
  };
}
