import { z } from 'zod';
import { type Accessor, type Rollout } from '../base/index.js';
import { functionOption } from '../base/internal/index.js';
import { responseText } from './response-text.js';
import { countAnswers } from './tag-scanner.js';

/** Where rejection finds things in the caller's own rollouts. Each has a default for our `Rollout`. */
export interface RewardAccessors<R> {
  /** The outcome reward. Default `rollout.reward`. */
  readonly reward?: Accessor<R, number> | undefined;
  /** Rollouts with equal labels are a group. Default `rollout.groupId`. */
  readonly groupBy?: Accessor<R, string | number> | undefined;
  /** Names the rollout in errors, beside its index. Default `rollout.id`, where there is one. */
  readonly id?: Accessor<R, string | number | undefined> | undefined;
}

/** Where the penalties find things in the caller's own rollouts. Each has a default for our `Rollout`. */
export interface PenaltyAccessors<R> {
  /** Tool calls made, parse errors included. */
  readonly toolCallCount?: Accessor<R, number> | undefined;
  /** Those of them that failed. Default: the ones whose `response.isError` is true. */
  readonly failedToolCallCount?: Accessor<R, number> | undefined;
  /** Answers given. Default: complete `<answer>…</answer>` blocks in the turns' text. */
  readonly answerCount?: Accessor<R, number> | undefined;
  /** Assistant messages. Default `rollout.turns.length`. */
  readonly turnCount?: Accessor<R, number> | undefined;
  /** Everything after the generation prompt as one text, for `penalties: 'text'`. Default `responseText(rollout)`. */
  readonly text?: Accessor<R, string> | undefined;
}

/** The accessors that rollouts without our `Rollout`'s fields need for rejection. */
export type OwnRewardAccessors<R> = {
  readonly reward: Accessor<R, number>;
  readonly groupBy: Accessor<R, string | number>;
};

/** The accessors that rollouts without our `Rollout`'s fields need for the penalties: counts or a text. */
export type OwnPenaltyAccessors<R> =
  | {
      readonly toolCallCount: Accessor<R, number>;
      readonly failedToolCallCount: Accessor<R, number>;
      readonly answerCount: Accessor<R, number>;
      readonly turnCount: Accessor<R, number>;
    }
  | { readonly text: Accessor<R, string> };

/** What is needed of rollouts that are not of the base type. */
export type UnlessRollout<R, Accessors> = [R] extends [Rollout] ? unknown : Accessors;

// Accessors read a caller's type that is not known here; what comes back is checked where it is used.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyAccessor<T> = Accessor<any, T>;

/** The schema of an accessor without a default. */
export const accessorOption = z
  .custom<AnyAccessor<number>>()
  .superRefine((value, context) => {
    if (typeof value !== 'function') context.addIssue({ code: 'invalid_type', expected: 'function', input: value });
  })
  .optional();

export const rewardAccessorSchemas = {
  reward: functionOption<AnyAccessor<number>>((rollout: Rollout) => rollout.reward!),
  groupBy: functionOption<AnyAccessor<string | number>>((rollout: Rollout) => rollout.groupId),
  id: functionOption<AnyAccessor<string | number | undefined>>((rollout: Partial<Rollout>) => rollout.id),
};

export const penaltyAccessorSchemas = {
  toolCallCount: functionOption<AnyAccessor<number>>((rollout: Rollout, index) =>
    turnsOf(rollout, index).reduce((sum, turn) => sum + turn.toolCalls.length, 0),
  ),
  failedToolCallCount: functionOption<AnyAccessor<number>>((rollout: Rollout, index) =>
    turnsOf(rollout, index).reduce(
      (sum, turn) => turn.toolCalls.reduce((failed, call) => failed + (call.response.isError ? 1 : 0), sum),
      0,
    ),
  ),
  answerCount: functionOption<AnyAccessor<number>>((rollout: Rollout, index) =>
    turnsOf(rollout, index).reduce((sum, turn) => sum + countAnswers(turn.text), 0),
  ),
  turnCount: functionOption<AnyAccessor<number>>((rollout: Rollout, index) => turnsOf(rollout, index).length),
  text: functionOption<AnyAccessor<string>>((rollout: Rollout, index) => {
    turnsOf(rollout, index);
    return responseText(rollout);
  }),
};

/** The accessors with their defaults filled in. */
export type ResolvedRewardAccessors = {
  readonly [Name in keyof typeof rewardAccessorSchemas]: z.output<(typeof rewardAccessorSchemas)[Name]>;
};

/** The reward of each rollout and the label of its group, checked. */
export interface RewardsAndLabels {
  /** Shape [R]. */
  readonly rewards: Float64Array;
  /** Shape [R]. */
  readonly labels: readonly (string | number)[];
}

/**
 * @throws TypeError for a reward that is not a number, or a label that is not a string or a number; RangeError for a
 *   reward that is not finite. The message names the rollout.
 */
export function readRewards<R>(
  rollouts: readonly R[],
  { reward, groupBy, id }: ResolvedRewardAccessors,
): RewardsAndLabels {
  const path = (field: string, index: number) => {
    const name = id(rollouts[index], index);
    return `rollouts[${index}].${field}${name === undefined ? '' : ` of rollout ${JSON.stringify(name)}`}`;
  };
  const rewards = Float64Array.from(rollouts, (rollout, index) => {
    const value: unknown = reward(rollout, index);
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (typeof value === 'number')
      throw new RangeError(`${path('reward', index)}: expected a finite number, got ${value}`);
    throw new TypeError(`${path('reward', index)}: expected a number, got ${String(value)}`);
  });
  const labels = rollouts.map((rollout, index) => {
    const label: unknown = groupBy(rollout, index);
    if (typeof label === 'string' || typeof label === 'number') return label;
    throw new TypeError(`${path('groupId', index)}: expected a string or a number, got ${String(label)}`);
  });
  return { rewards, labels };
}

function turnsOf(rollout: Rollout, index: number): Rollout['turns'] {
  const turns: Rollout['turns'] | undefined = rollout.turns;
  if (turns !== undefined) return turns;
  const accessors = 'toolCallCount, failedToolCallCount, answerCount and turnCount, or penalty, or text';
  throw new TypeError(`rollouts[${index}].turns: expected an array, got undefined; options need ${accessors}`);
}
