import * as z from 'zod/mini';
import type { Accessor } from '../../base/index.js';
import { argumentError, numbersSchema, readRollout, readRollouts } from '../../base/internal/index.js';
import { countReading, penaltyAccessorSchemas, type PenaltyAccessors } from './accessors.js';
import { rocMetrics, type RolloutPenalty, structuredPenalty } from './penalties.js';

/** The penalties of a batch; R = rollouts. */
export interface RocPenalties {
  /** p_total, the sum of the terms that are switched on; shape [R]. */
  readonly total: Float64Array;
  /** p_err, whether it is switched on or not; shape [R]; NaN where the caller gives p_total itself. */
  readonly errorRatio: Float64Array;
  /** p_format, whether it is switched on or not; shape [R]; NaN where the caller gives p_total itself. */
  readonly format: Float64Array;
}

/** The penalties of a batch and what they say about it. */
export interface RocPenaltyReport {
  readonly penalties: RocPenalties;
  /** Under the release's names (`roc_error_ratio/…`, `roc_answer_format/…`); none where the caller gives p_total itself. */
  readonly metrics: { readonly [name: string]: number };
}

export const penaltyOptionSchemas = {
  ...penaltyAccessorSchemas,
  errorRatioPenalty: z._default(z.boolean(), true),
  formatPenalty: z._default(z.boolean(), true),
  among: z.optional(numbersSchema),
};
export const penaltyOptions = z.strictObject(penaltyOptionSchemas);

/** `rocPenalties` with options that are already checked. */
export function measurePenalties<R>(
  rollouts: readonly R[],
  among: Int32Array,
  options: z.output<typeof penaltyOptions>,
): RocPenaltyReport {
  if (options.penalty === undefined)
    return reportPenalties(rollouts.length, among, countsOf(rollouts, options), options);
  const [total, unknown] = [blank(rollouts.length), blank(rollouts.length)];
  const reading = countReading<R>('penalty', { penalty: options.penalty as Accessor<R, number> });
  readRollouts(rollouts, among, reading, total);
  return { penalties: { total, errorRatio: unknown, format: blank(rollouts.length) }, metrics: {} };
}

/** @returns The report of penalties that `penaltyOf` gives for each rollout that is looked at. */
export function reportPenalties(
  count: number,
  among: Int32Array,
  penaltyOf: (index: number) => RolloutPenalty,
  terms: { readonly errorRatioPenalty: boolean; readonly formatPenalty: boolean },
): RocPenaltyReport {
  const [total, errorRatio, format] = [blank(count), blank(count), blank(count)];
  const measured: RolloutPenalty[] = [];
  for (const index of among) {
    const penalty = penaltyOf(index);
    measured.push(penalty);
    errorRatio[index] = penalty.errorRatio;
    format[index] = penalty.format;
    total[index] = (terms.errorRatioPenalty ? penalty.errorRatio : 0) + (terms.formatPenalty ? penalty.format : 0);
  }
  return { penalties: { total, errorRatio, format }, metrics: rocMetrics(measured) };
}

function countsOf<R>(rollouts: readonly R[], accessors: PenaltyAccessors<R>): (index: number) => RolloutPenalty {
  const [toolCalls, failedToolCalls, answers, turns] = (
    ['toolCallCount', 'failedToolCallCount', 'answerCount', 'turnCount'] as const
  ).map((option) => countReading(option, accessors));
  const read = (index: number, reading = toolCalls): number => readRollout(rollouts[index]!, index, reading!);
  return (index) => {
    const counts = {
      toolCalls: read(index),
      failedToolCalls: read(index, failedToolCalls),
      answers: read(index, answers),
      turns: read(index, turns),
    };
    if (counts.failedToolCalls > counts.toolCalls)
      throw argumentError(
        RangeError,
        `options.failedToolCallCount(rollouts[${index}])`,
        `expected at most ${counts.toolCalls} (toolCallCount), got ${counts.failedToolCalls}`,
      );
    return structuredPenalty(counts);
  };
}

function blank(count: number): Float64Array {
  return new Float64Array(count).fill(NaN);
}
