import { failureCause, ExternalError, SandboxError } from '../base/index.js';
import type { FailureCause, JsonValue } from '../base/index.js';

/**
 * The reward of one rollout. A reward that could not be computed is undecided, with its cause; it is never
 * 0, which would teach the policy that a working answer was wrong.
 */
export type Reward =
  | {
      readonly kind: 'scored';
      /** Finite. */
      readonly value: number;
      /** Whatever explains the value in a log: the answer that was graded, the tests that failed. */
      readonly detail?: RewardDetail;
      /** The named parts of a composed reward, every one of them. */
      readonly parts?: readonly RewardPart[];
    }
  | {
      readonly kind: 'undecided';
      readonly reason: string;
      readonly cause?: FailureCause;
      readonly detail?: RewardDetail;
      readonly parts?: readonly RewardPart[];
    };

/** What explains a reward in a log; plain JSON. */
export type RewardDetail = { readonly [key: string]: JsonValue };

/** One part of a composed reward, as it is logged. */
export interface RewardPart {
  readonly name: string;
  readonly weight: number;
  readonly reward: Reward;
}

/** What a reward function gives back: a number, or a reward with its explanation. */
export type RewardOutput = number | Reward;

/** What a reward function is given beside the rollouts. */
export interface RewardContext {
  /** Aborted when the caller gives up on the scoring, and when this call has had its time. */
  readonly signal: AbortSignal;
  /** Place of the rollout in the input; of a group's first rollout. */
  readonly index: number;
}

/** A reward of one rollout. It may be the caller's own; throwing means that it could not be computed. */
export type RolloutReward<R> = (rollout: R, context: RewardContext) => RewardOutput | Promise<RewardOutput>;

/** A reward that needs the whole group at once, such as a ranking. One output for each rollout, in order. */
export interface GroupReward<R> {
  readonly kind: 'group';
  /** Scores the rollouts of one prompt. */
  readonly score: (
    rollouts: readonly R[],
    context: RewardContext,
  ) => readonly RewardOutput[] | Promise<readonly RewardOutput[]>;
}

/** A weighted sum of rewards; made by `composeRewards`. */
export interface ComposedReward<R> {
  readonly kind: 'composed';
  readonly parts: readonly {
    readonly name: string;
    readonly weight: number;
    readonly reward: RewardFunction<R>;
  }[];
}

/** Anything `scoreRollouts` can score with. */
export type RewardFunction<R> = RolloutReward<R> | GroupReward<R> | ComposedReward<R>;

/**
 * @returns A reward of whole groups from a function of one.
 *
 * @example
 * // 1 for the rollout of the fewest tool calls of its group.
 * groupReward<Rollout>((group) => {
 *   const calls = group.map(({ turns }) => turns.reduce((sum, turn) => sum + turn.toolCalls.length, 0));
 *   return calls.map((count) => (count === Math.min(...calls) ? 1 : 0));
 * });
 */
export function groupReward<R>(score: GroupReward<R>['score']): GroupReward<R> {
  return { kind: 'group', score };
}

/** @returns What a reward function gave back, as a reward; a number that is not finite decides nothing. */
export function toReward(output: unknown): Reward {
  const reward: unknown = typeof output === 'number' ? { kind: 'scored', value: output } : output;
  if (isReward(reward)) return reward;
  const got = typeof output === 'number' ? String(output) : typeof output;
  return undecided(`a reward function returned ${got}: expected a finite number or a reward`);
}

/** @returns The failure of a reward function as a reward; a sandbox's failure keeps its source. */
export function failedReward(error: unknown): Reward {
  const cause = failureCause(error instanceof SandboxError ? 'sandbox' : 'reward', error);
  const what = error instanceof ExternalError ? error.name : 'a reward function';
  return { kind: 'undecided', reason: `${what} failed: ${cause.message}`, cause };
}

/** @returns A reward that could not be computed; the cause is our own unless another is named. */
export function undecided(
  reason: string,
  cause: FailureCause = { source: 'reward', message: reason, retryable: false },
): Extract<Reward, { kind: 'undecided' }> {
  return { kind: 'undecided', reason, cause };
}

function isReward(value: unknown): value is Reward {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'undecided') return 'reason' in value && typeof value.reason === 'string';
  return value.kind === 'scored' && 'value' in value && Number.isFinite(value.value);
}
