import { Random } from '../../base/index.js';
import type { IntervalSettings } from './interval-options.js';
import { sumsOf, type Statistic } from './statistic.js';

/**
 * The two-sided p-value of differences between two runs, by exchanging the runs within problems: how often chance alone
 * gives a difference as large. Exact where there are no more ways to exchange than `resamples`.
 *
 * @param differences - Of four columns, two of each run (`differenceOf`); all over the same problems.
 * @remarks Source: Fisher's randomisation test; of what is drawn (1 + hits) / (1 + draws), Phipson and Smyth 2010.
 */
export function permutationPValues(
  differences: readonly Statistic[],
  { resamples, seed }: Pick<IntervalSettings, 'resamples' | 'seed'>,
): number[] {
  const problems = differences[0]?.columns[0]?.length ?? 0;
  const differing = Array.from({ length: problems }, (_, i) => i).filter((i) =>
    differences.some(({ columns: [a, b, c, d] }) => a![i] !== c![i] || b![i] !== d![i]),
  );
  const ways = 2 ** differing.length;
  const exact = ways <= resamples;
  const random = new Random(seed).fork('permutations');
  const hits = differences.map(() => 0);
  const observed = differences.map((difference) => Math.abs(difference.of(sumsOf(difference))));
  const exchanged = new Uint8Array(problems);
  const draws = exact ? ways : resamples;
  for (let draw = 0; draw < draws; draw++) {
    differing.forEach((i, bit) => (exchanged[i] = exact ? Math.floor(draw / 2 ** bit) % 2 : random.integer(2)));
    differences.forEach((difference, k) => {
      const value = Math.abs(difference.of(exchangedSums(difference, exchanged)));
      // Sums in another order differ in their last digits.
      if (value >= observed[k]! * (1 - 1e-9) - 1e-12) hits[k]!++;
    });
  }
  return hits.map((count) => (exact ? count / ways : (1 + count) / (1 + resamples)));
}

function exchangedSums({ columns: [a, b, c, d] }: Statistic, exchanged: Uint8Array): Float64Array {
  const sums = new Float64Array(4);
  for (let i = 0; i < exchanged.length; i++) {
    const other = exchanged[i] === 1;
    sums[0]! += (other ? c : a)![i]!;
    sums[1]! += (other ? d : b)![i]!;
    sums[2]! += (other ? a : c)![i]!;
    sums[3]! += (other ? b : d)![i]!;
  }
  return sums;
}
