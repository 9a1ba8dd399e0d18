import * as z from 'zod';
import { argumentError, functionSchema, parseOptions } from '../base/internal/index.js';
import { type Estimate, type IntervalOptions, intervalShape } from './estimate.js';
import { estimateRatios } from './clustered-estimate.js';
import { checkRecords, type EvaluationRecord } from './evaluation-record.js';
import { byProblem, isShareMeasure, measureProblems, type ProblemSamples } from './internal/measures.js';

/** Options of measures. */
export interface MeasureOptions extends IntervalOptions {
  /** The k of pass@k and maj@k. Default: powers of two up to the most samples that a problem has, and that number. */
  readonly k?: readonly number[] | undefined;
  /**
   * Maps an answer to a key, for maj@k: answers with the same key vote together. Default: mathematical equality, if `verifyMath` accepts
   * each answer for the other.
   */
  readonly answerKey?: ((answer: string) => string) | undefined;
}

/** The measures of the samples of some problems. */
export interface EvaluationSummary {
  readonly problems: number;
  /** All records, those counted below included. */
  readonly samples: number;
  /** Samples that could not be judged; they are excluded from measures of correctness. */
  readonly undecided: number;
  /** Samples lost to infrastructure errors; they are excluded from all measures. */
  readonly unavailable: number;
  /**
   * By name; absent if there is nothing to measure:
   *
   * - `average`: the score of a sample, averaged over the samples of a problem and then over problems (avg@k);
   * - `pass@8`, `maj@8`, …: over the problems that have k judged samples; see `passAtK` and `majorityAtK`;
   * - `responseLength`, `responseLengthInCorrect`, `responseLengthInTruncated`: tokens after the prompt;
   * - `truncation`: the share of samples that reached the limit of tokens or turns;
   * - `turns`, `toolCalls`: of a sample;
   * - `toolErrorShare`, `toolErrorShareInCorrect`: failed calls / calls.
   */
  readonly measures: { readonly [name: string]: Estimate };
}

export const measureOptionsSchema = z.strictObject({
  ...intervalShape,
  k: z.array(z.int().positive()).optional(),
  answerKey: z.optional(functionSchema<(answer: string) => string>()),
});

/**
 * Measures an evaluation: averages, pass@k, maj@k, lengths, turns and tool calls, each with an interval clustered by
 * problem. Samples that were not judged are counted separately, never as wrong.
 *
 * @param records - In any order: the summary does not depend on it.
 * @throws RangeError for a k above the number of samples of every problem; TypeError or RangeError for invalid records.
 * @example
 * const { measures } = summarizeEvaluation(evaluationRecords(rollouts, await scoreRollouts(rollouts, mathReward())));
 * measures['pass@8']?.interval;
 */
export function summarizeEvaluation(
  records: readonly EvaluationRecord[],
  options: MeasureOptions = {},
): EvaluationSummary {
  checkRecords(records, 'records');
  const { k, answerKey, ...settings } = parseOptions(measureOptionsSchema, options);
  const problems = byProblem(records);
  const totals = measureProblems(problems, chooseK(k, problems), answerKey);
  const ratios = [...totals].map(([name, of]) => ({ totals: of, isShare: isShareMeasure(name, of) }));
  const estimates = estimateRatios(ratios, settings);
  return {
    problems: problems.length,
    samples: records.length,
    undecided: records.filter(({ correct }) => correct === 'undecided').length,
    unavailable: records.filter(({ correct }) => correct === 'unavailable').length,
    measures: Object.fromEntries([...totals.keys()].map((name, i) => [name, estimates[i]!])),
  };
}

/** @throws RangeError for a k that no problem has the samples for. */
export function chooseK(asked: readonly number[] | undefined, problems: readonly ProblemSamples[]): number[] {
  const most = Math.max(
    0,
    ...problems.map(({ samples }) => samples.filter(({ correct }) => typeof correct === 'number').length),
  );
  const beyond = asked?.findIndex((k) => k > most) ?? -1;
  if (beyond >= 0)
    throw argumentError(
      RangeError,
      `options.k.${beyond}`,
      `expected at most ${most} (samples of a problem), got ${asked![beyond]}`,
    );
  const powers = Array.from({ length: 31 }, (_, i) => 2 ** i).filter((k) => k <= most);
  return [...new Set(asked ?? (most > 0 ? [...powers, most] : []))].sort((a, b) => a - b);
}
