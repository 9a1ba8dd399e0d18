import { argumentError, parseOptions, shareInterval, shareSpread } from '../base/internal/index.js';
import type { Interval } from './estimate.js';
import { checkRecords, type EvaluationRecord } from './evaluation-record.js';
import { bootstrapEstimates } from './internal/bootstrap.js';
import {
  byProblem,
  isShareMeasure,
  measureProblems,
  type MeasureName,
  type ProblemSamples,
} from './internal/measures.js';
import { permutationTests, type PermutationTest } from './internal/permutation.js';
import { differenceOf, hasWidth, sumsOf, type ClusterTotal, type Statistic } from './internal/statistic.js';
import { chooseK, measureOptionsSchema, type MeasureOptions } from './summarize-evaluation.js';

/** The difference of two runs in one measure, over the problems that both measured. */
interface Difference {
  readonly first: number;
  readonly second: number;
  /** `second` minus `first`. */
  readonly difference: number;
  /**
   * With the default method it contains 0 exactly if `pValue` is above 1 − level: both come from the same test. Null for fewer than two
   * problems, and for an unbounded measure with the same difference in all problems.
   */
  readonly interval: Interval | null;
  /** Probability of a difference as large by chance: two-sided, by exchanging the runs within problems. */
  readonly pValue: number;
  readonly problems: number;
}

/** The results of two runs over the same problems. */
export interface EvaluationComparison {
  /** How many problems both have. */
  readonly problems: number;
  readonly onlyInFirst: readonly string[];
  readonly onlyInSecond: readonly string[];
  /** By name; absent if one of the runs has nothing to measure. */
  readonly measures: { readonly [name: string]: Difference };
}

/**
 * Compares two runs over the same problems, such as before and after training: differences with the intervals and p-values of a paired
 * permutation test. Pairing removes the differences between problems.
 *
 * @param options - The default of `k` goes up to what both runs have.
 * @throws RangeError if the runs have no problem in common, or for a k above the number of samples of one run.
 *
 * @example
 * compareEvaluations(before, after);
 */
export function compareEvaluations(
  first: readonly EvaluationRecord[],
  second: readonly EvaluationRecord[],
  options: MeasureOptions = {},
): EvaluationComparison {
  checkRecords(first, 'first');
  checkRecords(second, 'second');
  const { k, answerKey, ...settings } = parseOptions(measureOptionsSchema, options);
  const [ofFirst, ofSecond] = [byProblem(first), byProblem(second)];
  const [a, b] = [common(ofFirst, ofSecond), common(ofSecond, ofFirst)];
  if (a.length === 0)
    throw argumentError(RangeError, 'second', (at) => `expected at least one problem of ${at('first')}, got none`);
  const [ks, others] = [chooseK(k, a), chooseK(k, b)];
  const shared = ks.filter((value) => others.includes(value));
  const [before, after] = [measureProblems(a, shared, answerKey), measureProblems(b, shared, answerKey)];
  const pairs = [...before].flatMap(([name, totals]) => pairOf(name, totals, after.get(name)));
  const statistics = pairs.map(({ totals }) => differenceOf(...totals));
  const tests = permutationTests(statistics, settings);
  const estimates = settings.method === 'auto' ? undefined : bootstrapEstimates(statistics, settings);
  return {
    problems: a.length,
    onlyInFirst: namesBeside(ofFirst, a),
    onlyInSecond: namesBeside(ofSecond, b),
    measures: Object.fromEntries(
      pairs.map((pair, i) => {
        const interval =
          estimates === undefined ? testedInterval(pair, tests[i]!, settings.level) : estimates[i]!.interval;
        return [pair.name, differenceFrom(pair.totals, statistics[i]!, { interval, pValue: tests[i]!.pValue })];
      }),
    ),
  };
}

function common(problems: readonly ProblemSamples[], others: readonly ProblemSamples[]): ProblemSamples[] {
  const names = new Set(others.map(({ problem }) => problem));
  return problems.filter(({ problem }) => names.has(problem));
}

function namesBeside(all: readonly ProblemSamples[], some: readonly ProblemSamples[]): string[] {
  return all.filter((problem) => !some.includes(problem)).map(({ problem }) => problem);
}

type Totals = readonly ClusterTotal[];

interface Pair {
  readonly name: MeasureName;
  readonly totals: readonly [Totals, Totals];
}

/** @returns The totals of the problems that both runs measured; no pair if there are none. */
function pairOf(name: MeasureName, first: Totals, second: Totals | undefined): Pair[] {
  const both = first.map(({ weight }, i) => weight > 0 && (second?.[i]?.weight ?? 0) > 0);
  if (second === undefined || !both.includes(true)) return [];
  const kept = (totals: Totals): Totals => totals.map((total, i) => (both[i]! ? total : { sum: 0, weight: 0 }));
  return [{ name, totals: [kept(first), kept(second)] }];
}

/**
 * The differences that the test does not reject. For shares the interval is widened to that of two shares, because a test on few
 * problems that differ says little about others; never past 0 if the test rejects 0.
 */
function testedInterval({ name, totals }: Pair, { pValue, interval }: PermutationTest, level: number): Interval | null {
  if (totals[0].filter(({ weight }) => weight > 0).length < 2) return null;
  if (!totals.every((ofRun) => isShareMeasure(name, ofRun))) {
    const isKnown = Number.isFinite(interval.low) && Number.isFinite(interval.high);
    return isKnown && hasWidth(interval) ? interval : null;
  }
  const wide = shareDifferenceInterval(...totals, level);
  const refusesZero = pValue <= 1 - level;
  const low = Number.isFinite(interval.low) ? interval.low : Math.min(0, wide.low);
  const high = Number.isFinite(interval.high) ? interval.high : Math.max(0, wide.high);
  return {
    low: refusesZero && low > 0 && wide.low <= 0 ? low : Math.max(-1, Math.min(low, wide.low)),
    high: refusesZero && high < 0 && wide.high >= 0 ? high : Math.min(1, Math.max(high, wide.high)),
  };
}

function differenceFrom(
  totals: Pair['totals'],
  statistic: Statistic,
  found: Pick<Difference, 'interval' | 'pValue'>,
): Difference {
  const [first, second] = totals.map(
    (ofRun) => ofRun.reduce((sum, total) => sum + total.sum, 0) / ofRun.reduce((sum, { weight }) => sum + weight, 0),
  );
  const difference = statistic.of(sumsOf(statistic));
  return { first: first!, second: second!, difference, ...found, problems: statistic.support.length };
}

/**
 * The interval of the difference of two shares over the same problems, made of the intervals of both: it has a width where all
 * problems agree, too.
 *
 * low = d − √(l₂² − 2 φ l₂ u₁ + u₁²), high = d + √(u₂² − 2 φ u₂ l₁ + l₁²), with l and u how far each interval reaches down and up
 *
 * @remarks Source: Newcombe 1998, "Improved confidence intervals for the difference between binomial proportions based on paired
 *   data", method 10; φ is the correlation of the residuals over the spread of each share, so that few of them make it small.
 */
function shareDifferenceInterval(
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
