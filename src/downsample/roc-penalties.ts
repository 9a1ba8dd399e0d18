import * as z from 'zod/mini';
import type { Accessor, Rollout } from '../base/index.js';
import {
  checkRollouts,
  numbersSchema,
  parseOptions,
  readAmong,
  readRollout,
  readRollouts,
  type MissingAccessor,
  type WithAccessors,
} from '../base/internal/index.js';
import { rocMetrics } from './internal/metrics.js';
import { structuredPenalty, type RolloutPenalty } from './internal/penalties.js';
import { countReading, penaltyAccessorSchemas, type PenaltyAccessors } from './internal/readings.js';

/** Which penalties, and where they are found. */
export interface PenaltyOptions<R = Rollout> extends PenaltyAccessors<R> {
  /**
   * p_total itself, at least 0, in place of tool calls and answers: whatever makes one success worse than another. With it
   * nothing else is read, and there are no metrics.
   */
  readonly penalty?: Accessor<R, number> | undefined;
  /** Whether p_err is a term of p_total. Default true. */
  readonly errorRatioPenalty?: boolean | undefined;
  /** Whether p_format is a term of p_total. Default true. */
  readonly formatPenalty?: boolean | undefined;
  /** The rollouts to look at, as indices into the input; the others get NaN. Default: all. */
  readonly among?: ArrayLike<number> | undefined;
}

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

/** Options with the accessors `Also`, and those that rollouts without our `Rollout`'s turns need: p_total, or four counts. */
export type WithPenalty<R, Options extends PenaltyOptions<R>, Also extends keyof Options = never> =
  | WithAccessors<Options, Also | 'penalty'>
  | WithAccessors<Options, Also | 'toolCallCount' | 'failedToolCallCount' | 'answerCount' | 'turnCount'>;

/** The same, of which rollouts with turns need only `Also`. */
export type PenaltyAccessorsOf<R, Options extends PenaltyOptions<R>, Also extends keyof Options = never> = [
  MissingAccessor<R, 'turnCount'>,
] extends [never]
  ? WithAccessors<Options, Also>
  : // Not by its name, which would be all that the compiler says.
    | WithAccessors<Options, Also | 'penalty'>
    | WithAccessors<Options, Also | 'toolCallCount' | 'failedToolCallCount' | 'answerCount' | 'turnCount'>;

export const penaltyOptionSchemas = {
  ...penaltyAccessorSchemas,
  errorRatioPenalty: z._default(z.boolean(), true),
  formatPenalty: z._default(z.boolean(), true),
  among: z.optional(numbersSchema),
};
const penaltyOptions = z.strictObject(penaltyOptionSchemas);

/**
 * The penalties p_total = p_err + p_format of each rollout, without sampling: for logs and reports.
 *
 * @throws RangeError for a penalty or count that is not a finite number of at least 0, and for more failed tool calls than
 *   tool calls; TypeError for rollouts that are
 *   not of the base type and have no accessors.
 * @remarks Source: PAPER "Resample-on-Correct".
 */
export function rocPenalties<R extends Pick<Rollout, 'turns'>>(
  rollouts: readonly R[],
  options?: PenaltyOptions<R>,
): RocPenaltyReport;
export function rocPenalties<R>(rollouts: readonly R[], options: WithPenalty<R, PenaltyOptions<R>>): RocPenaltyReport;
export function rocPenalties<R>(
  rollouts: readonly R[],
  options: PenaltyAccessorsOf<R, PenaltyOptions<R>>,
): RocPenaltyReport;
export function rocPenalties<R>(rollouts: readonly R[], options: PenaltyOptions<R> = {}): RocPenaltyReport {
  const resolved = parseOptions(penaltyOptions, options);
  checkRollouts(rollouts);
  return measurePenalties(rollouts, readAmong(resolved.among, rollouts.length), resolved);
}

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
      throw new RangeError(
        `options.failedToolCallCount(rollouts[${index}]): expected at most ${counts.toolCalls} (toolCallCount), got ${counts.failedToolCalls}`,
      );
    return structuredPenalty(counts);
  };
}

function blank(count: number): Float64Array {
  return new Float64Array(count).fill(NaN);
}
