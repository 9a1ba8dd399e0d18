import { z } from 'zod';
import { type Accessor, type Rollout } from '../base/index.js';
import { parseOptions } from '../base/internal/index.js';
import { penaltyAccessorSchemas, type OwnPenaltyAccessors, type PenaltyAccessors } from './accessors.js';
import { rocMetrics, type RocMetrics } from './metrics.js';
import { structuredPenalty, textPenalty, type RolloutPenalty } from './penalties.js';

/** Which penalties, and which of their terms. */
export interface PenaltyOptions<R = Rollout> extends PenaltyAccessors<R> {
  /**
   * `structured` reads the tool calls' own `isError`; `text` counts tags and the word "error" as the release does.
   * Default `structured`; the release's preset has `text`.
   */
  readonly penalties?: 'structured' | 'text' | undefined;
  /** Whether p_err is a term of p_total. Default true. */
  readonly errorRatioPenalty?: boolean | undefined;
  /** Whether p_format is a term of p_total. Default true. */
  readonly formatPenalty?: boolean | undefined;
}

/** The penalties of a batch; R = rollouts. */
export interface RocPenalties {
  /** p_total, the sum of the terms that are switched on; shape [R]. */
  readonly total: Float64Array;
  /** p_err, whether it is switched on or not; shape [R]. */
  readonly errorRatio: Float64Array;
  /** p_format, whether it is switched on or not; shape [R]. */
  readonly format: Float64Array;
}

/** The penalties of a batch and what they say about it. */
export interface RocPenaltyReport {
  readonly penalties: RocPenalties;
  /** Under the release's names. */
  readonly metrics: RocMetrics;
}

/** The same where the caller gives p_total itself: nothing else is read, and there are no metrics. */
export interface OwnPenaltyReport {
  readonly penalties: Pick<RocPenalties, 'total'>;
  readonly metrics: { readonly [name: string]: never };
}

export const penaltyOptionSchemas = {
  ...penaltyAccessorSchemas,
  penalties: z.enum(['structured', 'text']).default('structured'),
  errorRatioPenalty: z.boolean().default(true),
  formatPenalty: z.boolean().default(true),
};
const penaltyOptions = z.strictObject(penaltyOptionSchemas);

/** The penalty options with their defaults filled in. */
export type ResolvedPenaltyOptions = z.output<typeof penaltyOptions>;

/**
 * The penalties p_total = p_err + p_format of each rollout, without sampling: for logs and reports.
 *
 * @throws RangeError for a penalty or count that is not a finite number of at least 0; TypeError for rollouts that are
 *   not of the base type and have no accessors.
 * @remarks Source: PAPER "Resample-on-Correct".
 */
export function rocPenalties<R extends Rollout>(rollouts: readonly R[], options?: PenaltyOptions<R>): RocPenaltyReport;
export function rocPenalties<R>(
  rollouts: readonly R[],
  options: PenaltyOptions<R> & OwnPenaltyAccessors<R>,
): RocPenaltyReport;
export function rocPenalties<R>(rollouts: readonly R[], options: PenaltyOptions<R> = {}): RocPenaltyReport {
  return measurePenalties(rollouts, parseOptions(penaltyOptions, options));
}

/** `rocPenalties` with options that are already checked. */
export function measurePenalties<R>(rollouts: readonly R[], options: ResolvedPenaltyOptions): RocPenaltyReport {
  const measure = options.penalties === 'text' ? fromText : fromCounts;
  const measured = rollouts.map((rollout, index) => measure(rollout, index, options));
  const errorRatio = Float64Array.from(measured, (p) => p.errorRatio);
  const format = Float64Array.from(measured, (p) => p.format);
  const total = Float64Array.from(
    measured,
    (p) => (options.errorRatioPenalty ? p.errorRatio : 0) + (options.formatPenalty ? p.format : 0),
  );
  return { penalties: { total, errorRatio, format }, metrics: rocMetrics(measured) };
}

/** The report where the caller's accessor gives p_total itself. */
export function readPenalties<R>(rollouts: readonly R[], penalty: Accessor<R, number>): OwnPenaltyReport {
  const total = Float64Array.from(rollouts, (rollout, index) => count(penalty, 'penalty', rollout, index));
  return { penalties: { total }, metrics: {} };
}

function fromText<R>(rollout: R, index: number, { text }: ResolvedPenaltyOptions): RolloutPenalty {
  const value: unknown = text(rollout, index);
  if (typeof value === 'string') return textPenalty(value);
  throw new TypeError(`rollouts[${index}]: expected options.text to give a string, got ${String(value)}`);
}

function fromCounts<R>(rollout: R, index: number, options: ResolvedPenaltyOptions): RolloutPenalty {
  return structuredPenalty({
    toolCalls: count(options.toolCallCount, 'toolCallCount', rollout, index),
    failedToolCalls: count(options.failedToolCallCount, 'failedToolCallCount', rollout, index),
    answers: count(options.answerCount, 'answerCount', rollout, index),
    turns: count(options.turnCount, 'turnCount', rollout, index),
  });
}

function count<R>(accessor: Accessor<R, number>, name: string, rollout: R, index: number): number {
  const value: unknown = accessor(rollout, index);
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  const ErrorType = typeof value === 'number' ? RangeError : TypeError;
  throw new ErrorType(
    `rollouts[${index}]: expected options.${name} to give a finite number of at least 0, got ${String(value)}`,
  );
}
