import { checkArgument } from '../../base/internal/index.js';
import { type Problem, integerAnswer, questionOf } from './problem.js';

/**
 * @returns Counts, lengths and answers of a set of problems, which is read once.
 * @throws TypeError (rejecting) for a value that is not iterable.
 *
 * @example
 * const statistics = await summarizeProblems(readProblems('problems.jsonl'));
 */
export async function summarizeProblems(
  problems: AsyncIterable<Problem> | Iterable<Problem>,
): Promise<ProblemStatistics> {
  checkArgument(problems, 'problems', 'an iterable');
  const tally = new ProblemTally();
  for await (const problem of problems) tally.add(problem);
  return tally.statistics();
}

/** The distribution of numbers. */
export interface NumberSummary {
  readonly min: number;
  readonly median: number;
  /** The 95th percentile. */
  readonly p95: number;
  readonly max: number;
  readonly mean: number;
}

/** Statistics of a set of problems. */
export interface ProblemStatistics {
  readonly problems: number;
  /** Number of problems by source. */
  readonly sources: { readonly [source: string]: number };
  /** Lengths of the questions; undefined without problems. */
  readonly questionCharacters: NumberSummary | undefined;
  readonly answers: {
    /** Number of integer answers (`integerAnswer`). */
    readonly integers: number;
    /** Range of the whole numbers, as digits; undefined without any. */
    readonly min: string | undefined;
    readonly max: string | undefined;
    readonly distinct: number;
    /** The most common answers, each with the number of its problems. */
    readonly mostCommon: readonly (readonly [answer: string, count: number])[];
  };
}

const MOST_COMMON = 10;

/** Counts problems as they go by. Memory grows with what is distinct: lengths, sources, answers. */
export class ProblemTally {
  #problems = 0;
  #integers = 0;
  #least: bigint | undefined;
  #greatest: bigint | undefined;
  readonly #sources = new Map<string, number>();
  readonly #lengths = new Map<number, number>();
  readonly #answers = new Map<string, number>();

  add(problem: Problem): void {
    const { groundTruth } = problem.metadata;
    this.#problems++;
    count(this.#sources, problem.source);
    count(this.#lengths, questionOf(problem).length);
    const integer = integerAnswer(groundTruth);
    count(this.#answers, integer === undefined ? groundTruth : String(integer));
    if (integer === undefined) return;
    this.#integers++;
    if (this.#least === undefined || integer < this.#least) this.#least = integer;
    if (this.#greatest === undefined || integer > this.#greatest) this.#greatest = integer;
  }

  statistics(): ProblemStatistics {
    const byCount = [...this.#answers].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return {
      problems: this.#problems,
      sources: Object.fromEntries(this.#sources),
      questionCharacters: summaryOf(this.#lengths),
      answers: {
        integers: this.#integers,
        min: this.#least?.toString(),
        max: this.#greatest?.toString(),
        distinct: this.#answers.size,
        mostCommon: byCount.slice(0, MOST_COMMON),
      },
    };
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** @param counts - How often each value is there. */
export function summaryOf(counts: ReadonlyMap<number, number>): NumberSummary | undefined {
  const sorted = [...counts].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0) return undefined;
  /** The least value that at least this share of all is at most. */
  const quantile = (share: number) => {
    let below = 0;
    return sorted.find(([, n]) => (below += n) >= share * total)![0];
  };
  const sum = sorted.reduce((all, [value, n]) => all + value * n, 0);
  return { min: sorted[0]![0], median: quantile(0.5), p95: quantile(0.95), max: sorted.at(-1)![0], mean: sum / total };
}
