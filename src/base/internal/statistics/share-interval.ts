/** One problem's part of a share, such as accuracy: the weight of its samples, and how much of that is correct. */
export interface ShareTotal {
  /** From 0 to `weight`. */
  readonly sum: number;
  readonly weight: number;
}

/** A share measured over problems, and its uncertainty. */
interface ShareSpread {
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

/**
 * The quantile of a beta distribution, by bisection: the x at which its distribution function is p.
 *
 * @param a - At least 0; 0 puts the whole distribution at 0.
 * @param b - At least 0; 0 puts the whole distribution at 1.
 */
export function betaQuantile(p: number, a: number, b: number): number {
  if (a <= 0) return 0;
  if (b <= 0) return 1;
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 50; halving++) {
    const middle = (low + high) / 2;
    if (betaCdf(middle, a, b) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * The regularised incomplete beta function I_x(a, b), as a continued fraction.
 *
 * @remarks Source: Abramowitz and Stegun 26.5.8; evaluated by Lentz's method.
 */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  // The fraction converges fast below the mean; above the mean the other tail is computed.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaCdf(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a;
  let [numerator, denominator] = [1, 1 / (1 - ((a + b) * x) / (a + 1))];
  let fraction = denominator;
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      denominator = 1 / (1 + term * denominator);
      numerator = 1 + term / numerator;
      change = numerator * denominator;
      fraction *= change;
    }
    if (Math.abs(change - 1) < 1e-14) break;
  }
  return front * fraction;
}

const MAX_TERMS = 10_000;

/** ln Γ(x) for x above 0, to 15 digits. @remarks Source: Lanczos 1964, g = 7, nine coefficients. */
function logGamma(x: number): number {
  const shifted = x - 1;
  const sum = LANCZOS.reduce((total, coefficient, i) => total + coefficient / (shifted + i + 1), 0.9999999999998099);
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];
