import { ProblemTally, type NumberSummary, type ProblemStatistics } from './internal/problem-tally.js';
import type { Problem } from './problem.js';

export type { NumberSummary, ProblemStatistics };

/** @returns Counts, lengths and answers of a set of problems, which is gone through once. */
export async function summarizeProblems(
  problems: AsyncIterable<Problem> | Iterable<Problem>,
): Promise<ProblemStatistics> {
  const tally = new ProblemTally();
  for await (const problem of problems) tally.add(problem);
  return tally.statistics();
}
