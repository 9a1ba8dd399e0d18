import type { Accessor, GroupLabel, Rollout } from '../../base/index.js';
import { accessorSchema, allTurns, type Reading } from '../../base/internal/index.js';
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
  /** Tool calls made, parse errors included. Default: those of all paths. */
  readonly toolCallCount?: Accessor<R, number> | undefined;
  /** Failed tool calls. Default: calls whose `response.isError` is true. */
  readonly failedToolCallCount?: Accessor<R, number> | undefined;
  /** Answers given. Default: complete `<answer>…</answer>` blocks in the text of the main path's turns. */
  readonly answerCount?: Accessor<R, number> | undefined;
  /** Assistant messages. Default: the turns of all paths. */
  readonly turnCount?: Accessor<R, number> | undefined;
}

export const rewardAccessorSchemas = { reward: accessorSchema<number>(), groupBy: accessorSchema<GroupLabel>() };

export const penaltyAccessorSchemas = {
  toolCallCount: accessorSchema<number>(),
  failedToolCallCount: accessorSchema<number>(),
  answerCount: accessorSchema<number>(),
  turnCount: accessorSchema<number>(),
  penalty: accessorSchema<number>(),
};

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
  toolCallCount: (rollout) => rollout?.turns && countCalls(allTurns(rollout as Rollout)),
  failedToolCallCount: (rollout) => rollout?.turns && countFailedCalls(allTurns(rollout as Rollout)),
  answerCount: (rollout) => rollout?.turns && countAnswersOf(rollout.turns),
  turnCount: (rollout) => rollout?.turns && allTurns(rollout as Rollout).length,
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
