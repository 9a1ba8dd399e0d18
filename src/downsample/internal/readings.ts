import * as z from 'zod/mini';
import type { Accessor, GroupLabel, Rollout } from '../../base/index.js';
import {
  checkRollouts,
  functionSchema,
  groupReading,
  readAmong,
  readRollouts,
  rewardReading,
  type Reading,
} from '../../base/internal/index.js';
import { countAnswers } from './tag-scanner.js';

/** Where rejection finds things in the caller's own rollouts. Each has a default for our `Rollout`. */
export interface RewardAccessors<R> {
  /** The outcome reward. Default `rollout.reward`. */
  readonly reward?: Accessor<R, number> | undefined;
  /** Rollouts with equal labels are a group. Default `rollout.groupId`. */
  readonly groupBy?: Accessor<R, GroupLabel> | undefined;
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
}

// Accessors read a caller's type that is not known here; what comes back is checked where it is used.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
const accessor = <T>() => z.optional(functionSchema<Accessor<any, T>>());

export const rewardAccessorSchemas = { reward: accessor<number>(), groupBy: accessor<GroupLabel>() };

export const penaltyAccessorSchemas = {
  toolCallCount: accessor<number>(),
  failedToolCallCount: accessor<number>(),
  answerCount: accessor<number>(),
  turnCount: accessor<number>(),
  penalty: accessor<number>(),
};

/** What is read of a batch before anything is decided. R = rollouts in the input. */
export interface RewardsAndLabels {
  /** The rollouts to look at, ascending. */
  readonly among: Int32Array;
  /** Shape [R]; NaN outside `among`. */
  readonly rewards: Float64Array;
  /** Shape [R]; '' outside `among`. */
  readonly labels: readonly GroupLabel[];
}

/** @throws TypeError or RangeError for no array of rollouts, and for indices, rewards or labels of no use. */
export function readRewards<R>(
  rollouts: readonly R[],
  accessors: RewardAccessors<R>,
  indices: ArrayLike<number> | undefined,
): RewardsAndLabels {
  checkRollouts(rollouts);
  const among = readAmong(indices, rollouts.length);
  const rewards = new Float64Array(rollouts.length).fill(NaN);
  const labels = new Array<GroupLabel>(rollouts.length).fill('');
  readRollouts(rollouts, among, rewardReading(accessors.reward), rewards);
  readRollouts(rollouts, among, groupReading(accessors.groupBy), labels);
  return { among, rewards, labels };
}

/** A reading of what must be a finite number of at least 0, out of the turns of our `Rollout` by default. */
export function countReading<R>(
  option: keyof typeof penaltyAccessorSchemas,
  accessors: { readonly [K in keyof typeof penaltyAccessorSchemas]?: Accessor<R, number> | undefined },
): Reading<R, number> {
  return {
    option,
    accessor: accessors[option],
    field: 'turns',
    fallback: COUNTS[option],
    refuse: unlessCount,
    instead: option === 'penalty' ? undefined : 'penalty',
  };
}

function unlessCount(value: unknown): string | undefined {
  return typeof value === 'number' && value >= 0 && value < Infinity ? undefined : 'a finite number of at least 0';
}

/** What our `Rollout` says by default; nothing for one without turns. */
const COUNTS: { readonly [K in keyof typeof penaltyAccessorSchemas]: (rollout: Partial<Rollout>) => unknown } = {
  toolCallCount: (rollout) => rollout?.turns && countCalls(rollout.turns),
  failedToolCallCount: (rollout) => rollout?.turns && countFailedCalls(rollout.turns),
  answerCount: (rollout) => rollout?.turns && countAnswersOf(rollout.turns),
  turnCount: (rollout) => rollout?.turns?.length,
  penalty: () => undefined,
};

type Turns = Rollout['turns'];

function countCalls(turns: Turns): number {
  let count = 0;
  for (const { toolCalls } of turns) count += toolCalls.length;
  return count;
}

function countFailedCalls(turns: Turns): number {
  let count = 0;
  for (const { toolCalls } of turns) for (const { response } of toolCalls) if (response.isError) count++;
  return count;
}

function countAnswersOf(turns: Turns): number {
  let count = 0;
  for (const { text } of turns) count += countAnswers(text);
  return count;
}
