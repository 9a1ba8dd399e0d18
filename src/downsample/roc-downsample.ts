import { toRandom, type Random, type Rollout, type Seed } from '../base/index.js';
import {
  groupByLabel,
  readRewards,
  type Group,
  parseOptions,
  type MissingAccessor,
  type RewardColumns,
  type RewardedRollout,
} from '../base/internal/index.js';
import type { RocDecision } from './decision.js';
import type { RewardAccessors } from './internal/accessors.js';
import { leftOver } from './internal/divisibility.js';
import { bySign, decide, type GroupSelection } from './internal/group-selections.js';
import { measurePenalties, type RocPenaltyReport } from './internal/measure-penalties.js';
import { checkMinimums, rocOptionsSchema, type ResolvedRocOptions } from './internal/roc-options.js';
import { sampleGroup } from './internal/sample-group.js';
import type { PenaltyAccessorsOf, PenaltyOptions, WithPenalty } from './roc-penalties.js';

/** Options of {@link rocDownsample}. */
export interface RocOptions<R = Rollout> extends RewardAccessors<R>, PenaltyOptions<R> {
  /** n, the rollouts kept of each group, at least 1. */
  readonly keep: number;
  /** Equal seeds give equal results. */
  readonly seed: Seed | Random;
  /**
   * - `paper` (default): halves of each sign, positives drawn with probability ∝ 1 / p_total, negatives uniformly;
   * - `ranked`: the same halves, but the positives of lowest p_total (equal ones in input order), as in the release, RLinf and other RoC
   * trainers. `penalty` replaces p_total;
   * - `uniform`: n of the group at random, independent of rewards. Use it as the control for the effect of sampling more rollouts.
   */
  readonly strategy?: 'paper' | 'ranked' | 'uniform' | undefined;
  /** Least number of negatives (r <= 0) to keep, if the group has them. Default 0. */
  readonly minimumNegatives?: number | undefined;
  /** The same for positives (r > 0). The sum of both is at most n. Default 0. */
  readonly minimumPositives?: number | undefined;
  /** ε of 1 / max(p_total, ε). Default 0.05: a clean rollout is ten times as likely as one that made no tool call. */
  readonly penaltyFloor?: number | undefined;
  /** The number of kept rollouts is a multiple of it. Default 1. */
  readonly worldSize?: number | undefined;
}

/** Options of `rocDownsample`, with the accessors that rollouts of type R need. */
export type RocOptionsOf<R, Options extends RocOptions<R> = RocOptions<R>> = PenaltyAccessorsOf<
  R,
  Options,
  MissingAccessor<R, 'reward' | 'groupBy'>
>;

/** The kept rollouts with the decisions, penalties and metrics. R = rollouts in the input. */
export interface RocResult extends RocPenaltyReport {
  /** Indices into the input, ascending. */
  readonly kept: readonly number[];
  /** The decision for each rollout; shape [R]. */
  readonly decisions: readonly RocDecision[];
}

/**
 * Resample-on-Correct: keeps n rollouts of each oversampled group, diverse failures and clean successes.
 *
 * From a group larger than n with P positives and N negatives, ⌊N · n / (P + N)⌋ negatives are drawn uniformly and the
 * rest are positives, drawn one by one with probability ∝ 1 / max(p_total, ε). Every group gives exactly
 * min(n, size) rollouts. The result for a group depends only on the seed, its label and its rollouts in their order, not on other groups.
 *
 * @param rollouts - Of the base type, or your own with accessors; groups may be interleaved.
 * @throws RangeError for a reward that is not finite (the rollout is named) and for options out of range; TypeError
 *   for options, rewards or labels of the wrong type.
 * @remarks Source: arXiv 2508.20722 on Resample-on-Correct. Differs from the public release: see
 *   `releaseDownsample` of `rstar2-agent/compat`.
 * @example
 * const { kept: varied } = rejectEqualRewards(rollouts);
 * const { kept } = rocDownsample(rollouts, { among: varied, keep: 16, seed: 'step-12' });
 */
export function rocDownsample<R extends Rollout>(rollouts: readonly R[], options: RocOptions<R>): RocResult;
export function rocDownsample<R extends RewardedRollout>(
  rollouts: readonly R[],
  options: WithPenalty<R, RocOptions<R>>,
): RocResult;
export function rocDownsample<R>(
  rollouts: readonly R[],
  options: WithPenalty<R, RocOptions<R>, 'reward' | 'groupBy'>,
): RocResult;
export function rocDownsample<R>(rollouts: readonly R[], options: RocOptionsOf<R>): RocResult;
export function rocDownsample<R>(rollouts: readonly R[], options: RocOptions<R>): RocResult {
  const resolved = parseOptions(rocOptionsSchema, options);
  checkMinimums(resolved);
  return resampleOnCorrect(rollouts, readRewards(rollouts, resolved, resolved.among), resolved);
}

/** The stage itself, for rewards that are read and options that are checked. */
export function resampleOnCorrect<R>(
  rollouts: readonly R[],
  { among, rewards, labels }: RewardColumns,
  options: ResolvedRocOptions,
): RocResult {
  const report = measurePenalties(rollouts, among, options);
  const random = toRandom(options.seed).fork('downsample');
  const selections = groupByLabel(labels, among).map((group) =>
    take(group, rewards, report.penalties.total, options, random),
  );
  const leftOut = leftOver(selections, options.worldSize, random);
  const selected = selections.flatMap((selection) => selection.selected).sort((a, b) => a - b);
  const kept = selected.filter((index) => !leftOut.has(index));
  return { ...report, kept, decisions: decide(selections, leftOut, rollouts.length) as RocDecision[] };
}

function take(
  group: Group,
  rewards: Float64Array,
  penalties: Float64Array,
  options: ResolvedRocOptions,
  random: Random,
): GroupSelection<'whole-group' | 'drawn'> {
  const signed = bySign(group, rewards, penalties);
  if (group.members.length <= options.keep) return { ...signed, selected: group.members, reason: 'whole-group' };
  // Quoted, so that the labels 7 and '7' draw apart.
  const stream = random.fork(`group/${JSON.stringify(group.label)}`);
  return { ...signed, selected: sampleGroup(signed, options, stream), reason: 'drawn' };
}
