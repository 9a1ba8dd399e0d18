import { checkArgument } from '../../base/internal/index.js';
import { ProblemTally, type NumberSummary, type ProblemStatistics } from './internal/problem-tally.js';
import type { Problem } from './problem.js';

export type { NumberSummary, ProblemStatistics };

/**
 * @returns Counts, lengths and answers of a set of problems, which is gone through once.
 * @throws TypeError (rejecting) for what cannot be gone through.
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
