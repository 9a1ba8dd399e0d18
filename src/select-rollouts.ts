import * as z from 'zod/mini';
import { groupAdvantages, type GroupAdvantageOptions } from './advantage/index.js';
import type { Accessor, Rollout } from './base/index.js';
import {
  accessorSchema,
  argumentError,
  checkRollouts,
  parseOptions,
  readAmong,
  readRollout,
  rewardReading,
  underPath,
  type RewardedRollout,
} from './base/internal/index.js';
import {
  overlongRollouts,
  rejectEqualRewards,
  rocDownsample,
  voidRollouts,
  type FilterAccessors,
  type FilterDecision,
  type RejectEqualDecision,
  type RejectEqualOptions,
  type RejectEqualResult,
  type RocDecision,
  type RocOptions,
  type RocOptionsOf,
  type RocPenalties,
  type RocResult,
  type WithPenalty,
} from './downsample/index.js';

/** How the rollouts of a step are selected: the options of `rocDownsample`, and those of the stages around it. */
export interface SelectOptions<R = Rollout> extends RocOptions<R>, FilterAccessors<R> {
  /**
   * What becomes of a rollout whose tokens ran out (`isOverlong`):
   *
   * - `as-rewarded` (default): its reward says, as in the paper, where it stays in training as what it is;
   * - `incorrect`: its reward counts as 0 in every stage, whatever it is;
   * - `drop`: nobody looks at it.
   */
  readonly overlong?: 'as-rewarded' | 'incorrect' | 'drop' | undefined;
  /**
   * `reject` takes rollouts with a void turn (`hasVoidTurn`) out once advantages are known, so that they count in their group and not
   * in the loss (SimpleTIR, arXiv 2509.02479). Not beside a `worldSize`. Default `keep`.
   */
  readonly voidTurns?: 'keep' | 'reject' | undefined;
  /** When the rewards of a group count as equal. */
  readonly rejection?: Pick<RejectEqualOptions, 'absoluteTolerance' | 'relativeTolerance'> | undefined;
  /** How advantages are estimated. Default: the paper's GRPO. */
  readonly advantage?: Omit<GroupAdvantageOptions<R>, 'reward' | 'groupBy' | 'among'> | undefined;
}

/** The rollouts that a step trains on. R = rollouts in the input. */
export interface SelectResult {
  /** Indices into the input, ascending. */
  readonly kept: readonly number[];
  /** Shape [R]; NaN for rollouts that are not kept. */
  readonly advantages: Float64Array;
  /** What became of each rollout, by whichever stage decided it; shape [R]. `describeDecision` says it in words. */
  readonly decisions: readonly (RocDecision | RejectEqualDecision | FilterDecision)[];
  /** Shape [R]; NaN for rollouts that were rejected before penalties were looked at. */
  readonly penalties: RocPenalties;
  /** Of rejection and downsampling under the release's names; `env/void_turn_ratio`, of what was kept, where void turns are rejected. */
  readonly metrics: { readonly [name: string]: number };
}

const schema = z.looseObject({
  rejection: z._default(z.looseObject({}), {}),
  advantage: z._default(z.looseObject({}), {}),
  overlong: z._default(z.enum(['as-rewarded', 'incorrect', 'drop']), 'as-rewarded'),
  voidTurns: z._default(z.enum(['keep', 'reject']), 'keep'),
  isOverlong: accessorSchema<boolean>(),
  hasVoidTurn: accessorSchema<boolean>(),
});

/**
 * The selection of a step whole: groups with equal rewards are rejected, Resample-on-Correct keeps n of each other group,
 * and what is kept gets its advantages.
 *
 * The same as `rejectEqualRewards`, `rocDownsample` and `groupAdvantages` one after the other, each `among` what the one
 * before kept; `overlong` stands before all three, `voidTurns` behind them.
 *
 * @param rollouts - Of the base type, or the caller's own with accessors; groups may be interleaved.
 * @throws What the three stages throw; RangeError for `voidTurns` beside a `worldSize`, which it would break.
 * @example
 * const { kept, advantages } = selectRollouts(rollouts, { keep: 16, seed: 'step-12' });
 * const batch = packRollouts(rollouts, { advantages, among: kept });
 */
export function selectRollouts<R extends Rollout>(rollouts: readonly R[], options: SelectOptions<R>): SelectResult;
export function selectRollouts<R extends RewardedRollout>(
  rollouts: readonly R[],
  options: WithPenalty<R, SelectOptions<R>>,
): SelectResult;
export function selectRollouts<R>(
  rollouts: readonly R[],
  options: WithPenalty<R, SelectOptions<R>, 'reward' | 'groupBy'>,
): SelectResult;
export function selectRollouts<R>(rollouts: readonly R[], options: RocOptionsOf<R, SelectOptions<R>>): SelectResult;
export function selectRollouts<R>(rollouts: readonly R[], options: SelectOptions<R>): SelectResult {
  const { rejection, advantage, overlong, voidTurns, isOverlong, hasVoidTurn, ...rest } = parseOptions(schema, options);
  const roc = rest as unknown as RocOptions<R>;
  if (voidTurns === 'reject' && (roc.worldSize ?? 1) !== 1)
    throw argumentError(
      RangeError,
      'options.voidTurns',
      `expected keep beside worldSize ${String(roc.worldSize)}: what is rejected is not made up for`,
    );
  const { groupBy } = options;
  // That the accessors R needs are there is what the signature asks for; each stage checks it again.
  const reject = rejectEqualRewards as Stage<R, RejectEqualOptions<R>, RejectEqualResult>;
  const downsample = rocDownsample as Stage<R, RocOptions<R>, RocResult>;
  const estimate = groupAdvantages as Stage<R, GroupAdvantageOptions<R>, Float64Array>;
  // Nested options are refused before any work, by their own path.
  underPath('options.rejection', () => reject([], rejection));
  underPath('options.advantage', () => estimate([], advantage));
  checkRollouts(rollouts);
  const given = readAmong(options.among, rollouts.length);
  const over = overlong === 'as-rewarded' ? NOBODY : overlongRollouts(rollouts, given, { isOverlong });
  const among = overlong === 'drop' ? given.filter((index) => !over.has(index)) : given;
  const reward = overlong === 'incorrect' ? rewardUnless(over, options.reward) : options.reward;
  const rejected = reject(rollouts, { ...rejection, reward, groupBy, among });
  const downsampled = downsample(rollouts, { ...roc, reward, among: rejected.kept });
  const advantages = underPath('options.advantage', () =>
    estimate(rollouts, { ...advantage, reward, groupBy, among: downsampled.kept }),
  );
  const taken = Int32Array.from(downsampled.kept);
  const lost = voidTurns === 'keep' ? NOBODY : voidRollouts(rollouts, taken, { hasVoidTurn });
  const decide = (index: number): SelectResult['decisions'][number] => {
    if (lost.has(index)) return { kind: 'dropped', reason: 'void-turn' };
    if (overlong === 'drop' && over.has(index)) return { kind: 'dropped', reason: 'overlong' };
    const decision = rejected.decisions[index]!;
    return decision.kind === 'kept' ? downsampled.decisions[index]! : decision;
  };
  return {
    kept: downsampled.kept.filter((index) => !lost.has(index)),
    advantages: advantages.map((value, index) => (lost.has(index) ? NaN : value)),
    decisions: rollouts.map((_, index) => decide(index)),
    penalties: downsampled.penalties,
    metrics: {
      ...rejected.metrics,
      ...downsampled.metrics,
      ...(voidTurns === 'reject' && { 'env/void_turn_ratio': lost.size / Math.max(1, taken.length) }),
    },
  };
}

const NOBODY: ReadonlySet<number> = new Set();

/** @returns The reward as it is, and 0 for those. */
function rewardUnless<R>(those: ReadonlySet<number>, reward: Accessor<R, number> | undefined): Accessor<R, number> {
  const reading = rewardReading<R>(reward);
  return (rollout, index) => (those.has(index) ? 0 : readRollout(rollout, index, reading));
}

type Stage<R, Options, Result> = (rollouts: readonly R[], options: Options) => Result;
