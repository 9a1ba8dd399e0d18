import type { Interval } from '../estimate.js';

/** What one problem adds to a measure: the sum of a value over its samples, and how many (or how much) it is over. */
export interface ClusterTotal {
  readonly sum: number;
  readonly weight: number;
}

/** A number made of sums over problems. */
export interface Statistic {
  /** Each with one value a problem. */
  readonly columns: readonly Float64Array[];
  /** Computes the number from the sums of the columns; NaN if it is not defined. */
  readonly of: (sums: Float64Array) => number;
  /** The problems that have something to measure: it rests on them alone. */
  readonly support: readonly number[];
}

/** @returns Whether what was measured lies between 0 and 1 in every problem, as a share does. */
export function isShare(totals: readonly ClusterTotal[]): boolean {
  return totals.every(({ sum, weight }) => sum >= 0 && sum <= weight);
}

/** @returns Whether the ends are apart by more than the last digits, in which equal sums differ. */
export function hasWidth({ low, high }: Interval): boolean {
  return high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high));
}

/** Σ sum / Σ weight. */
export function ratioOf(totals: readonly ClusterTotal[]): Statistic {
  return {
    columns: columnsOf(totals),
    of: (sums) => sums[0]! / sums[1]!,
    support: totals.flatMap(({ weight }, i) => (weight > 0 ? i : [])),
  };
}

/** The ratio of the second totals less that of the first. */
export function differenceOf(first: readonly ClusterTotal[], second: readonly ClusterTotal[]): Statistic {
  return {
    columns: [...columnsOf(first), ...columnsOf(second)],
    of: (sums) => sums[2]! / sums[3]! - sums[0]! / sums[1]!,
    support: first.flatMap(({ weight }, i) => (weight > 0 || second[i]!.weight > 0 ? i : [])),
  };
}

function columnsOf(totals: readonly ClusterTotal[]): Float64Array[] {
  return [Float64Array.from(totals, ({ sum }) => sum), Float64Array.from(totals, ({ weight }) => weight)];
}

/** The sums of the columns, each value as often as `times` says; once without it. */
export function sumsOf({ columns }: Statistic, times?: Int32Array): Float64Array {
  return Float64Array.from(columns, (column) => {
    let sum = 0;
    for (let i = 0; i < column.length; i++) sum += column[i]! * (times === undefined ? 1 : times[i]!);
    return sum;
  });
}
