import { failureCause, ExternalError, SandboxError } from '../base/index.js';
import type { FailureCause, JsonValue } from '../base/index.js';

/**
 * The reward of one rollout. A reward that could not be computed is undecided, with its cause. It is never 0, because that would count a
 * right answer as wrong.
 */
export type Reward =
  | {
      readonly kind: 'scored';
      /** Finite. */
      readonly value: number;
      /** An explanation of the value for logs: the graded answer, the failed tests. */
      readonly detail?: RewardDetail;
      /** All named parts of a composed reward. */
      readonly parts?: readonly RewardPart[];
    }
  | {
      readonly kind: 'undecided';
      readonly reason: string;
      readonly cause?: FailureCause;
      readonly detail?: RewardDetail;
      readonly parts?: readonly RewardPart[];
    };

/** The explanation of a reward for logs; plain JSON. */
export type RewardDetail = { readonly [key: string]: JsonValue };

/** One part of a composed reward, as it is logged. */
export interface RewardPart {
  readonly name: string;
  readonly weight: number;
  readonly reward: Reward;
}

/** The result of a reward function: a number, or a reward with its explanation. */
export type RewardOutput = number | Reward;

/** The second argument of a reward function. */
export interface RewardContext {
  /** Aborted when the scoring is aborted, or when this call reaches its time limit. */
  readonly signal: AbortSignal;
  /** Index of the rollout in the input; for a group, of its first rollout. */
  readonly index: number;
}

/** A reward of one rollout. If your function throws, the reward is undecided. */
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

/** A weighted sum of rewards, from `composeRewards`. */
export interface ComposedReward<R> {
  readonly kind: 'composed';
  readonly parts: readonly {
    readonly name: string;
    readonly weight: number;
    readonly reward: RewardFunction<R>;
  }[];
}

/** Any reward function for `scoreRollouts`. */
export type RewardFunction<R> = RolloutReward<R> | GroupReward<R> | ComposedReward<R>;

/**
 * @returns A reward of groups from a function of one group.
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
