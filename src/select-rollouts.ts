import * as z from 'zod/mini';
import type { GroupAdvantageOptions } from './advantage/index.js';
import { estimateAdvantages, groupAdvantageSchema } from './advantage/internal/index.js';
import type { Accessor, Rollout } from './base/index.js';
import {
  accessorSchema,
  argumentError,
  checkRollouts,
  parseOptions,
  readAmong,
  readRewards,
  readRollout,
  rewardReading,
  underPath,
  type RewardColumns,
  type RewardedRollout,
} from './base/internal/index.js';
import {
  overlongRollouts,
  voidRollouts,
  type FilterAccessors,
  type FilterDecision,
  type RejectEqualDecision,
  type RejectEqualOptions,
  type RocDecision,
  type RocOptions,
  type RocOptionsOf,
  type RocPenalties,
  type WithPenalty,
} from './downsample/index.js';
import {
  checkMinimums,
  rejectEqual,
  rejectEqualSchema,
  resampleOnCorrect,
  rocOptionsSchema,
} from './downsample/internal/index.js';

/** Options of the selection of a step: those of `rocDownsample`, and of the stages before and after it. */
export interface SelectOptions<R = Rollout> extends RocOptions<R>, FilterAccessors<R> {
  /**
   * How a rollout that reached the token limit (`isOverlong`) is treated:
   *
   * - `as-rewarded` (default): with its reward, as in the paper;
   * - `incorrect`: its reward counts as 0 in every stage;
   * - `drop`: it is left out of every stage.
   */
  readonly overlong?: 'as-rewarded' | 'incorrect' | 'drop' | undefined;
  /**
   * `reject` drops rollouts with a void turn (`hasVoidTurn`) after advantages are computed, so that they count in their group but not in
   * the loss (SimpleTIR, arXiv 2509.02479). Not with a `worldSize`. Default `keep`.
   */
  readonly voidTurns?: 'keep' | 'reject' | undefined;
  /** Tolerances for equal rewards in a group. */
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
  /** Whether each rollout was kept or dropped, and why; shape [R]. `describeDecision` returns it as text. */
  readonly decisions: readonly (RocDecision | RejectEqualDecision | FilterDecision)[];
  /** Shape [R]; NaN for rollouts that were rejected before penalties were computed. */
  readonly penalties: RocPenalties;
  /** Metrics of rejection and downsampling under the release's names; and `env/void_turn_ratio` of the kept rollouts, if void turns are rejected. */
  readonly metrics: { readonly [name: string]: number };
}

/** The values of `SelectOptions.overlong`. */
export const OVERLONG_CHOICES = ['as-rewarded', 'incorrect', 'drop'] as const;

const schema = z.strictObject({
  ...rocOptionsSchema.shape,
  rejection: z.prefault(rejectEqualSchema, {}),
  advantage: z.prefault(groupAdvantageSchema, {}),
  overlong: z._default(z.enum(OVERLONG_CHOICES), 'as-rewarded'),
  voidTurns: z._default(z.enum(['keep', 'reject']), 'keep'),
  isOverlong: accessorSchema<boolean>(),
  hasVoidTurn: accessorSchema<boolean>(),
});

/**
 * The whole selection of a step: groups with equal rewards are rejected, Resample-on-Correct keeps n rollouts of each other group, and
 * advantages of the kept rollouts are computed.
 *
 * Equal to `rejectEqualRewards`, `rocDownsample` and `groupAdvantages` in this order, each with `among` set to what the previous one kept;
 * `overlong` is applied before them, `voidTurns` after them.
 *
 * @param rollouts - Of the base type, or your own with accessors; groups may be interleaved.
 * @throws The errors of the three stages; RangeError for `voidTurns` with a `worldSize`.
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
  const settings = parseOptions(schema, options);
  checkTogether(settings);
  checkRollouts(rollouts);

  // Overlong rollouts are dropped, or read as incorrect.
  const given = readAmong(settings.among, rollouts.length);
  const overlong = settings.overlong === 'as-rewarded' ? NO_ROLLOUTS : overlongRollouts(rollouts, given, settings);
  const among = settings.overlong === 'drop' ? given.filter((index) => !overlong.has(index)) : given;
  const reward = settings.overlong === 'incorrect' ? zeroFor(overlong, options.reward) : options.reward;
  const columns = readRewards(rollouts, { reward, groupBy: options.groupBy }, among);

  // Groups with equal rewards are rejected; n of each other group are kept, and compared with each other.
  const rejected = rejectEqual(columns, settings.rejection);
  const resampled = resampleOnCorrect(rollouts, narrowTo(rejected.kept, columns), settings);
  const advantages = underPath('options.advantage', () =>
    estimateAdvantages(rollouts, narrowTo(resampled.kept, columns), settings.advantage),
  );

  // Rollouts with a void turn count in the group's advantages and not in the loss.
  const taken = Int32Array.from(resampled.kept);
  const withVoidTurn = settings.voidTurns === 'keep' ? NO_ROLLOUTS : voidRollouts(rollouts, taken, settings);

  const decide = (index: number): SelectResult['decisions'][number] => {
    if (withVoidTurn.has(index)) return { kind: 'dropped', reason: 'void-turn' };
    if (settings.overlong === 'drop' && overlong.has(index)) return { kind: 'dropped', reason: 'overlong' };
    const decision = rejected.decisions[index]!;
    return decision.kind === 'kept' ? resampled.decisions[index]! : decision;
  };
  return {
    kept: resampled.kept.filter((index) => !withVoidTurn.has(index)),
    advantages: advantages.map((value, index) => (withVoidTurn.has(index) ? NaN : value)),
    decisions: rollouts.map((_, index) => decide(index)),
    penalties: resampled.penalties,
    metrics: {
      ...rejected.metrics,
      ...resampled.metrics,
      ...(settings.voidTurns === 'reject' && { 'env/void_turn_ratio': withVoidTurn.size / Math.max(1, taken.length) }),
    },
  };
}

const NO_ROLLOUTS: ReadonlySet<number> = new Set();

/** @throws RangeError for options that are right each by itself and not together. */
function checkTogether(settings: z.output<typeof schema>): void {
  checkMinimums(settings);
  if (settings.voidTurns === 'reject' && settings.worldSize !== 1)
    throw argumentError(
      RangeError,
      'options.voidTurns',
      `expected keep together with worldSize ${settings.worldSize}, because rejected groups are not replaced`,
    );
}

/** @returns An accessor that gives 0 for those rollouts, and the reward of any other. */
function zeroFor<R>(those: ReadonlySet<number>, reward: Accessor<R, number> | undefined): Accessor<R, number> {
  const reading = rewardReading<R>(reward);
  return (rollout, index) => (those.has(index) ? 0 : readRollout(rollout, index, reading));
}

/** @returns The same rewards and labels, of which the next stage looks at `kept` alone. */
function narrowTo(kept: readonly number[], columns: RewardColumns): RewardColumns {
  return { ...columns, among: Int32Array.from(kept) };
}
