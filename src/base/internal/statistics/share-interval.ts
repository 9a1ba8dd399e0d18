import { betaQuantile } from './beta-quantile.js';

/** What one problem adds to a share, such as accuracy: the weight of its samples, and how much of it is correct. */
export interface ShareTotal {
  /** From 0 to `weight`. */
  readonly sum: number;
  readonly weight: number;
}

/** A share measured over problems, and its uncertainty. */
export interface ShareSpread {
  readonly value: number;
  /** How many independent answers the samples are worth. */
  readonly effective: number;
  /** Variance of the value: value · (1 − value) / effective. */
  readonly variance: number;
}

/**
 * Prior: half a problem whose samples all agree. With few wrong samples the correlation between samples of a problem cannot be
 * estimated, so the interval assumes full correlation; with many, the prior weighs nothing.
 */
const PRIOR_PROBLEMS = 0.5;

/**
 * Measures a share over problems whose samples are not independent of each other.
 *
 * r = Σ sum / Σ w; n = (Σ w)² / Σ w² problems; of each problem the residual e = sum − r w.
 * effective = n / D with D = (S + ½) / (n r (1 − r) + ½), at most 1, and S = N / (N − 1) · n² Σ e² / (Σ w)², of N problems
 *
 * D is 1 where a problem's samples are all alike, and 1/k where k samples of each are independent.
 *
 * @param totals - Those of weight 0 are ignored.
 */
export function shareSpread(totals: readonly ShareTotal[]): ShareSpread {
  let [sum, weight, squares, count] = [0, 0, 0, 0];
  for (const total of totals) {
    sum += total.sum;
    weight += total.weight;
    squares += total.weight ** 2;
    count += Number(total.weight > 0);
  }
  const value = sum / weight;
  const problems = weight ** 2 / squares;
  const residuals = totals.reduce((total, one) => total + (one.sum - value * one.weight) ** 2, 0);
  const observed = count < 2 ? 0 : ((residuals / weight ** 2) * problems ** 2 * count) / (count - 1);
  const alike = (observed + PRIOR_PROBLEMS) / (problems * value * (1 - value) + PRIOR_PROBLEMS);
  const effective = problems / Math.min(1, alike);
  return { value, effective, variance: (value * (1 - value)) / effective };
}

/**
 * The interval of a share over problems: that of Clopper and Pearson for as many independent answers as the samples are worth. It
 * holds the truth at least as often as `level` says, near 0 and 1 too: 30 of 30 give 88 % to 100 %.
 *
 * @remarks Source: Clopper and Pearson 1934; Korn and Graubard 1998 for the effective number, with the prior on D as above.
 */
export function shareInterval(
  totals: readonly ShareTotal[],
  level = 0.95,
): { readonly low: number; readonly high: number } {
  const { value, effective } = shareSpread(totals);
  const hits = value * effective;
  const tail = (1 - level) / 2;
  return {
    low: betaQuantile(tail, hits, effective - hits + 1),
    high: betaQuantile(1 - tail, hits + 1, effective - hits),
  };
}

/** @returns The standard error for which 1.96 times it, to both sides, is as wide as the 95 % interval; null for fewer than two problems. */
export function shareError(totals: readonly ShareTotal[]): number | null {
  if (totals.filter(({ weight }) => weight > 0).length < 2) return null;
  const { low, high } = shareInterval(totals);
  return (high - low) / (2 * 1.959963984540054);
}
