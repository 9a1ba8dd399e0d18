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
  /** Equal seeds draw the same. */
  readonly seed: Seed | Random;
  /**
   * - `paper` (default): halves of each sign, positives drawn with probability ∝ 1 / p_total, negatives uniformly;
   * - `ranked`: the same halves, but of the positives those of lowest p_total, equal ones in input order: what the release, RLinf and
   *   other RoC trainers do, by p_total or by a quality of their own (`penalty`);
   * - `uniform`: n of the group at random whatever their rewards: the control that separates the effect of Resample-on-Correct
   *   from that of sampling more.
   */
  readonly strategy?: 'paper' | 'ranked' | 'uniform' | undefined;
  /** Negatives (r <= 0) kept of a group that has that many, whatever their share. Default 0. */
  readonly minimumNegatives?: number | undefined;
  /** The same for positives (r > 0). The two together are at most n. Default 0. */
  readonly minimumPositives?: number | undefined;
  /** ε of 1 / max(p_total, ε). Default 0.05: a clean rollout is ten times as likely as one that made no tool call. */
  readonly penaltyFloor?: number | undefined;
  /** The number of rollouts kept is a multiple of it. Default 1. */
  readonly worldSize?: number | undefined;
}

/** Options of `rocDownsample`, with the accessors that rollouts of type R need. */
export type RocOptionsOf<R, Options extends RocOptions<R> = RocOptions<R>> = PenaltyAccessorsOf<
  R,
  Options,
  MissingAccessor<R, 'reward' | 'groupBy'>
>;

/** What is kept, and why; with the penalties and metrics of what was looked at. R = rollouts in the input. */
export interface RocResult extends RocPenaltyReport {
  /** Indices into the input, ascending. */
  readonly kept: readonly number[];
  /** What became of each rollout; shape [R]. */
  readonly decisions: readonly RocDecision[];
}

/**
 * Resample-on-Correct: keeps n rollouts of each oversampled group, diverse failures and clean successes.
 *
 * From a group larger than n with P positives and N negatives, ⌊N · n / (P + N)⌋ negatives are drawn uniformly and the
 * rest are positives, drawn one by one with probability ∝ 1 / max(p_total, ε). Every group gives exactly
 * min(n, size) rollouts. What is drawn of a group depends on the seed, its label and its own rollouts in their order;
 * not on other groups, nor on where it stands among them.
 *
 * @param rollouts - Of the base type, or the caller's own with accessors; groups may be interleaved.
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
