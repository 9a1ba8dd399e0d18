import { shareInterval, shareSpread } from '../../base/internal/index.js';
import type { Interval } from '../estimate.js';
import type { ClusterTotal } from './statistic.js';

/**
 * The interval of the difference of two shares over the same problems, made of the intervals of both: it has a width where all
 * problems agree, too.
 *
 * low = d − √(l₂² − 2 φ l₂ u₁ + u₁²), high = d + √(u₂² − 2 φ u₂ l₁ + l₁²), with l and u how far each interval reaches down and up
 *
 * @remarks Source: Newcombe 1998, "Improved confidence intervals for the difference between binomial proportions based on paired
 *   data", method 10; φ is the correlation of the residuals over the spread of each share, so that few of them make it small.
 */
export function shareDifferenceInterval(
  first: readonly ClusterTotal[],
  second: readonly ClusterTotal[],
  level: number,
): Interval {
  const [one, other] = [reach(first, level), reach(second, level)];
  const correlation = correlationOf(first, second);
  const apart = (a: number, b: number): number => Math.sqrt(Math.max(0, a * a - 2 * correlation * a * b + b * b));
  const difference = other.value - one.value;
  return {
    low: Math.max(-1, difference - apart(other.down, one.up)),
    high: Math.min(1, difference + apart(other.up, one.down)),
  };
}

function reach(totals: readonly ClusterTotal[], level: number) {
  const { value } = shareSpread(totals);
  const { low, high } = shareInterval(totals, level);
  return { value, down: value - low, up: high - value };
}

function correlationOf(first: readonly ClusterTotal[], second: readonly ClusterTotal[]): number {
  const [a, b] = [shareSpread(first), shareSpread(second)];
  const weightOf = (totals: readonly ClusterTotal[]): number => totals.reduce((sum, { weight }) => sum + weight, 0);
  const residual = ({ sum, weight }: ClusterTotal, share: number): number => sum - share * weight;
  const products = first.reduce((sum, total, i) => sum + residual(total, a.value) * residual(second[i]!, b.value), 0);
  const covariance = products / (weightOf(first) * weightOf(second));
  const spread = Math.sqrt(a.variance * b.variance);
  return spread === 0 ? 0 : Math.max(-1, Math.min(1, covariance / spread));
}
