/** What one problem adds to a measure: the sum of a value over its samples, and how many (or how much) it is over. */
export interface ClusterTotal {
  readonly sum: number;
  readonly weight: number;
}

/** A number made of sums over problems. */
export interface Statistic {
  /** Each with one value a problem. */
  readonly columns: readonly Float64Array[];
  /** The number, of the sums of the columns; NaN where they allow none. */
  readonly of: (sums: Float64Array) => number;
  /** How many of the problems it rests on. */
  readonly problems: number;
}

/** Σ sum / Σ weight. */
export function ratioOf(totals: readonly ClusterTotal[]): Statistic {
  return {
    columns: columnsOf(totals),
    of: (sums) => sums[0]! / sums[1]!,
    problems: totals.filter(({ weight }) => weight > 0).length,
  };
}

/** The ratio of the second totals less that of the first. */
export function differenceOf(first: readonly ClusterTotal[], second: readonly ClusterTotal[]): Statistic {
  return {
    columns: [...columnsOf(first), ...columnsOf(second)],
    of: (sums) => sums[2]! / sums[3]! - sums[0]! / sums[1]!,
    problems: first.filter(({ weight }, i) => weight > 0 || second[i]!.weight > 0).length,
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
