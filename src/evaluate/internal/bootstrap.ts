import { Random } from '../../base/index.js';
import { groupByLabel, mean, quantile } from '../../base/internal/index.js';
import type { Estimate, Interval, IntervalSettings } from '../estimate.js';
import { sumsOf, type Statistic } from './statistic.js';

/**
 * Each statistic with its bootstrap interval. Problems are drawn from those that have something to measure; statistics over the same
 * problems share their draws.
 *
 * @param statistics - Their columns are all of one length, the number of problems.
 * @returns Undefined in the place of a statistic that has no value.
 */
export function bootstrapEstimates(
  statistics: readonly Statistic[],
  settings: IntervalSettings,
): (Estimate | undefined)[] {
  const distributions = resample(statistics, settings);
  return statistics.map((statistic, i) => {
    const value = statistic.of(sumsOf(statistic));
    const problems = statistic.support.length;
    if (Number.isNaN(value)) return undefined;
    // A draw in which one of two runs has nothing to measure says nothing.
    const distribution = distributions[i]!.filter((drawn) => !Number.isNaN(drawn));
    const known = problems >= 2 && distribution.length > 0;
    const interval = known ? intervalOf(distribution, value, jackknife(statistic), settings) : null;
    return { value, interval, problems };
  });
}

function resample(statistics: readonly Statistic[], { resamples, seed }: IntervalSettings): Float64Array[] {
  const distributions = statistics.map(() => new Float64Array(resamples));
  for (const { members } of groupByLabel(statistics.map(({ support }) => support.join()))) {
    const { support, columns } = statistics[members[0]!]!;
    const random = new Random(seed);
    const times = new Int32Array(columns[0]?.length ?? 0);
    for (let draw = 0; draw < resamples; draw++) {
      times.fill(0);
      for (let i = 0; i < support.length; i++) times[support[random.integer(support.length)]!]!++;
      for (const i of members) distributions[i]![draw] = statistics[i]!.of(sumsOf(statistics[i]!, times));
    }
  }
  return distributions;
}

/** The statistic without each problem in turn; without those whose absence leaves nothing to measure. */
function jackknife(statistic: Statistic): Float64Array {
  const sums = sumsOf(statistic);
  const without = Float64Array.from(statistic.support, (i) =>
    statistic.of(sums.map((sum, column) => sum - statistic.columns[column]![i]!)),
  );
  return without.filter((value) => !Number.isNaN(value));
}

/**
 * The interval that a bootstrap distribution gives.
 *
 * @param jackknifed - The statistic without each problem in turn, for the acceleration.
 * @remarks Source: Efron 1987, Eq. 2.3, 6.6; ties of the distribution with the value count half, as in SciPy.
 */
export function intervalOf(
  distribution: Float64Array,
  value: number,
  jackknifed: Float64Array,
  { level, method }: Pick<IntervalSettings, 'level' | 'method'>,
): Interval {
  const tails = [(1 - level) / 2, (1 + level) / 2];
  const [low, high] = (method === 'percentile' ? tails : corrected(tails, distribution, value, jackknifed)).map(
    (share) => quantile(distribution, share),
  );
  return { low: low!, high: high! };
}

/** Which quantiles stand for these once bias (z₀) and acceleration (a) are taken out: Φ(z₀ + (z₀ + z) / (1 − a (z₀ + z))). */
function corrected(
  shares: readonly number[],
  distribution: Float64Array,
  value: number,
  jackknifed: Float64Array,
): number[] {
  let below = 0;
  for (const drawn of distribution) below += drawn < value ? 1 : drawn === value ? 0.5 : 0;
  const bias = normalQuantile(below / distribution.length);
  // Every draw on one side of the value: there is nothing to correct by.
  if (!Number.isFinite(bias)) return [...shares];
  const a = acceleration(jackknifed);
  return shares.map((share) => {
    const z = bias + normalQuantile(share);
    return normalCdf(bias + z / (1 - a * z));
  });
}

function acceleration(jackknifed: Float64Array): number {
  const center = mean(jackknifed);
  let [squares, cubes] = [0, 0];
  for (const value of jackknifed) {
    squares += (center - value) ** 2;
    cubes += (center - value) ** 3;
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}

/**
 * The distribution function of the standard normal, to about 15 digits after the point.
 *
 * Φ(x) = 1/2 + φ(x) · (x + x³/3 + x⁵/(3·5) + …)
 *
 * @remarks Source: Marsaglia 2004, "Evaluating the Normal Distribution".
 */
export function normalCdf(x: number): number {
  if (Math.abs(x) > FAR) return x < 0 ? 0 : 1;
  let [sum, term] = [x, x];
  for (let i = 3; sum + term !== sum; i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * x * x - HALF_LOG_TWO_PI);
}

/** Where the density is below what a double adds to 1. */
const FAR = 9;
const HALF_LOG_TWO_PI = 0.9189385332046728;

/** The x at which `normalCdf` is p, by halving. */
export function normalQuantile(p: number): number {
  if (p <= 0 || p >= 1) return p <= 0 ? -Infinity : Infinity;
  let [low, high] = [-FAR, FAR];
  for (let halving = 0; halving < 60; halving++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
