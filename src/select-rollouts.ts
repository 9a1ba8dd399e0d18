import * as z from 'zod/mini';
import { groupAdvantages, type GroupAdvantageOptions } from './advantage/index.js';
import type { Rollout } from './base/index.js';
import { parseOptions, type RewardedRollout } from './base/internal/index.js';
import {
  rejectEqualRewards,
  rocDownsample,
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
export interface SelectOptions<R = Rollout> extends RocOptions<R> {
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
  readonly decisions: readonly (RocDecision | RejectEqualDecision)[];
  /** Shape [R]; NaN for rollouts that were rejected before penalties were looked at. */
  readonly penalties: RocPenalties;
  /** Of both stages, under the release's names. */
  readonly metrics: { readonly [name: string]: number };
}

const schema = z.looseObject({
  rejection: z._default(z.looseObject({}), {}),
  advantage: z._default(z.looseObject({}), {}),
});

/**
 * The selection of a step whole: groups with equal rewards are rejected, Resample-on-Correct keeps n of each other group,
 * and what is kept gets its advantages.
 *
 * The same as `rejectEqualRewards`, `rocDownsample` and `groupAdvantages` one after the other, each `among` what the one
 * before kept.
 *
 * @param rollouts - Of the base type, or the caller's own with accessors; groups may be interleaved.
 * @throws What the three stages throw.
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
  const { rejection, advantage, ...rest } = parseOptions(schema, options);
  const roc = rest as unknown as RocOptions<R>;
  const { reward, groupBy, among } = options;
  // That the accessors R needs are there is what the signature asks for; each stage checks it again.
  const reject = rejectEqualRewards as Stage<R, RejectEqualOptions<R>, RejectEqualResult>;
  const downsample = rocDownsample as Stage<R, RocOptions<R>, RocResult>;
  const estimate = groupAdvantages as Stage<R, GroupAdvantageOptions<R>, Float64Array>;
  // Nested options are refused before any work, by their own path.
  within('rejection', () => reject([], rejection));
  within('advantage', () => estimate([], advantage));
  const rejected = reject(rollouts, { ...rejection, reward, groupBy, among });
  const { kept, penalties, ...downsampled } = downsample(rollouts, { ...roc, among: rejected.kept });
  return {
    kept,
    advantages: within('advantage', () => estimate(rollouts, { ...advantage, reward, groupBy, among: kept })),
    decisions: rejected.decisions.map((decision, i) =>
      decision.kind === 'kept' ? downsampled.decisions[i]! : decision,
    ),
    penalties,
    metrics: { ...rejected.metrics, ...downsampled.metrics },
  };
}

type Stage<R, Options, Result> = (rollouts: readonly R[], options: Options) => Result;

/** Runs a stage whose options are nested: its messages name them by their path, `options.advantage.epsilon`. */
function within<T>(name: string, stage: () => T): T {
  try {
    return stage();
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    const message = error.message.replaceAll(/\boptions(?=[.:])/g, `options.${name}`);
    throw message === error.message ? error : new (error instanceof TypeError ? TypeError : RangeError)(message);
  }
}
