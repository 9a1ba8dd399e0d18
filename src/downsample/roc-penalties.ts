import type { Accessor, Rollout } from '../base/index.js';
import {
  checkRollouts,
  type MissingAccessor,
  parseOptions,
  readAmong,
  type WithAccessors,
} from '../base/internal/index.js';
import type { PenaltyAccessors } from './internal/accessors.js';
import { measurePenalties, penaltyOptions, type RocPenaltyReport } from './internal/measure-penalties.js';

/** Which penalties are used, and how they are read. */
export interface PenaltyOptions<R = Rollout> extends PenaltyAccessors<R> {
  /**
   * Your own p_total, at least 0: higher for worse successes. It replaces the penalties from tool calls and answers; then there are no
   * metrics.
   */
  readonly penalty?: Accessor<R, number> | undefined;
  /** Whether p_err is a term of p_total. Default true. */
  readonly errorRatioPenalty?: boolean | undefined;
  /** Whether p_format is a term of p_total. Default true. */
  readonly formatPenalty?: boolean | undefined;
  /** The rollouts to measure, as indices into the input; the others get NaN. Default: all. */
  readonly among?: ArrayLike<number> | undefined;
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

/**
 * The penalties p_total = p_err + p_format of each rollout, without sampling: for logs and reports.
 *
 * @throws RangeError for a penalty or count that is not a finite number of at least 0, and for more failed tool calls than
 *   tool calls; TypeError for rollouts that are
 *   not of the base type and have no accessors.
 * @remarks Source: arXiv 2508.20722 on Resample-on-Correct.
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
