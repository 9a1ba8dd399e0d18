import { Random } from '../../base/index.js';
import type { Interval, IntervalSettings } from '../estimate.js';
import { sumsOf, type Statistic } from './statistic.js';

/** The result of exchanging two runs within problems. */
export interface PermutationTest {
  /** Probability of a difference as large by chance: two-sided. */
  readonly pValue: number;
  /**
   * The differences that the test does not reject: 0 is among them exactly where `pValue` is above 1 − level. Ends are infinite if
   * there are too few problems to reject anything.
   */
  readonly interval: Interval;
}

/**
 * Tests differences between two runs by exchanging the runs within problems, and inverts the test to get an interval: δ is rejected if
 * the difference that is left, once δ is subtracted from the second run, is improbable by chance.
 *
 * Exact if there are at most `resamples` ways to exchange.
 *
 * @param differences - Of four columns, two of each run (`differenceOf`); all over the same problems.
 * @remarks Source: Fisher's randomisation test; of what is drawn (1 + hits) / (1 + draws), Phipson and Smyth 2010.
 */
export function permutationTests(
  differences: readonly Statistic[],
  { resamples, seed, level }: Pick<IntervalSettings, 'resamples' | 'seed' | 'level'>,
): PermutationTest[] {
  const problems = Array.from({ length: differences[0]?.columns[0]?.length ?? 0 }, (_, i) => i);
  const differs = problems.map((i) =>
    differences.some(({ columns: [a, b, c, d] }) => a![i] !== c![i] || b![i] !== d![i]),
  );
  const exchange = exchanges(
    problems.filter((i) => differs[i]),
    problems.filter((i) => !differs[i]),
    { resamples, seed },
  );
  const tests = differences.map((difference) => new ShiftedTest(difference, exchange.draws));
  exchange.each((exchanged) => tests.forEach((test) => test.add(exchanged)));
  return tests.map((test) => test.result(exchange.isExact, level));
}

/** Ways to exchange the runs. Exchanging problems that do not differ only matters once a δ is subtracted. */
function exchanges(
  differing: readonly number[],
  others: readonly number[],
  { resamples, seed }: Pick<IntervalSettings, 'resamples' | 'seed'>,
) {
  const ways = 2 ** differing.length;
  const isExact = ways <= resamples;
  const isWhole = ways * 2 ** others.length <= resamples;
  const enumerated = isWhole ? [...differing, ...others] : isExact ? differing : [];
  // Each way as often as any other, so that the p-value stays exact.
  const draws = isWhole ? ways * 2 ** others.length : isExact ? ways * Math.ceil(resamples / ways) : resamples;
  const each = (take: (exchanged: Uint8Array) => void): void => {
    const random = new Random(seed).fork('permutations');
    const randomOthers = new Random(seed).fork('permutations of equal problems');
    const exchanged = new Uint8Array(differing.length + others.length);
    for (let draw = 0; draw < draws; draw++) {
      enumerated.forEach((i, bit) => (exchanged[i] = Math.floor(draw / 2 ** bit) % 2));
      if (!isExact) for (const i of differing) exchanged[i] = random.integer(2);
      if (!isWhole) for (const i of others) exchanged[i] = randomOthers.integer(2);
      take(exchanged);
    }
  };
  return { draws, isExact, each };
}

/**
 * The test of every shift δ at once. The difference is U₀ − δ, and U − δ V after an exchange: so an exchange supports the δ between the
 * two roots of |U − δ V| = |U₀ − δ|, and U₀ lies between them.
 */
class ShiftedTest {
  readonly #difference: Statistic;
  readonly #observed: number;
  /** The weight of the second run. */
  readonly #weight: number;
  readonly #lows: Float64Array;
  readonly #highs: Float64Array;
  #draws = 0;
  #hits = 0;

  constructor(difference: Statistic, draws: number) {
    this.#difference = difference;
    this.#observed = difference.of(sumsOf(difference));
    this.#weight = sumsOf(difference)[3]!;
    this.#lows = new Float64Array(draws);
    this.#highs = new Float64Array(draws);
  }

  add(exchanged: Uint8Array): void {
    const { first, second, shifted } = exchangedSums(this.#difference, exchanged);
    const u = second.sum / second.weight - first.sum / first.weight;
    // The share that stays with the second run, minus the share that moves to the first.
    const v = (this.#weight - shifted) / second.weight - shifted / first.weight;
    const observed = this.#observed;
    // Sums in another order differ in their last digits.
    const tolerance = Math.abs(observed) * 1e-9 + 1e-12;
    if (Math.abs(u) >= Math.abs(observed) - tolerance) this.#hits++;
    const root = (sum: number, by: number): number => (Math.abs(sum) <= tolerance ? 0 : sum / by);
    // None is exchanged, or all of them.
    const ends =
      1 - Math.abs(v) < 1e-12 ? [-Infinity, Infinity] : [root(observed - u, 1 - v), root(observed + u, 1 + v)];
    this.#lows[this.#draws] = Math.min(...ends);
    this.#highs[this.#draws++] = Math.max(...ends);
  }

  result(isExact: boolean, level: number): PermutationTest {
    const chance = (hits: number): number => (isExact ? hits / this.#draws : (1 + hits) / (1 + this.#draws));
    // How many exchanges must speak for a difference, so that it is not refused.
    let needed = Math.max(0, Math.floor((1 - level) * this.#draws) - 2);
    while (chance(needed) <= 1 - level) needed++;
    const [lows, highs] = [this.#lows.sort(), this.#highs.sort()];
    return {
      pValue: chance(this.#hits),
      interval:
        needed === 0
          ? { low: -Infinity, high: Infinity }
          : { low: lows[needed - 1]!, high: highs[highs.length - needed]! },
    };
  }
}

/** The sums of both runs after an exchange, and how much of the second run's weight moved to the first. */
function exchangedSums({ columns: [a, b, c, d] }: Statistic, exchanged: Uint8Array) {
  const [first, second] = [
    { sum: 0, weight: 0 },
    { sum: 0, weight: 0 },
  ];
  let shifted = 0;
  for (let i = 0; i < exchanged.length; i++) {
    const other = exchanged[i] === 1;
    first.sum += (other ? c : a)![i]!;
    first.weight += (other ? d : b)![i]!;
    second.sum += (other ? a : c)![i]!;
    second.weight += (other ? b : d)![i]!;
    if (other) shifted += d![i]!;
  }
  return { first, second, shifted };
}
