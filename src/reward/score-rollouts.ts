import * as z from 'zod';
import {
  checkArgument,
  checkRollouts,
  functionOption,
  functionSchema,
  groupByLabel,
  groupReading,
  parseOptions,
  readRollout,
} from '../base/internal/index.js';
import type { Accessor, CallOptions, GroupLabel, Rollout } from '../base/index.js';
import { weightedSum } from './compose-rewards.js';

import { failedReward, toReward, undecided } from './reward.js';
import type { ComposedReward, GroupReward, Reward, RewardFunction, RolloutReward } from './reward.js';
import { TimeLimitError, limitConcurrency, withTimeLimit, type Limiter } from '../io/index.js';

/** The progress of scoring. One evaluation is one rollout with one part of the reward. */
export interface RewardProgress {
  readonly completed: number;
  readonly total: number;
  /** Of the completed ones. */
  readonly undecided: number;
}

/** Options of `scoreRollouts`. */
export interface ScoreOptions<R> extends CallOptions {
  /** Most reward calls at once; a group counts as one call. Default 32. */
  readonly concurrency?: number | undefined;
  /** Time limit of each call, in milliseconds; then its reward is undecided. Default: no limit. */
  readonly timeoutMs?: number | undefined;
  /** Rollouts with equal labels are a group; read only if the reward scores groups. Default `rollout.groupId`. */
  readonly groupBy?: Accessor<R, GroupLabel> | undefined;
  /** Called after each reward. */
  readonly onProgress?: ((progress: RewardProgress) => void) | undefined;
  /**
   * Called if a reward is undecided for every rollout of a batch, or throws a programming error such as TypeError for some rollouts.
   * Default:
   * the console's warning.
   */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

const optionsSchema = z.strictObject({
  signal: z.instanceof(AbortSignal).optional(),
  concurrency: z.int().positive().default(32),
  timeoutMs: z.number().positive().optional(),
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the caller's own rollout type
  groupBy: z.optional(functionSchema<Accessor<any, GroupLabel>>()),
  onProgress: functionOption<(progress: RewardProgress) => void>(() => undefined),
  onWarning: functionOption<(warning: string) => void>((warning) => console.warn(warning)),
});

/**
 * Scores rollouts with a reward: one call for each rollout, for each group, or for each part of a composed reward.
 *
 * If a call throws, times out or returns no finite number, the reward of its rollout is undecided, with the cause; the other calls
 * continue. Filter out undecided rewards before you average.
 *
 * @returns One reward for each rollout, in order.
 * @throws TypeError or RangeError (rejecting, before any work) if a group reward gets a rollout without a label; the signal's reason when
 *   aborted; Error if a reward throws a programming error such as TypeError for every rollout of several.
 *
 * @example
 * const rewards = await scoreRollouts(rollouts, mathReward(), { concurrency: 8 });
 */
export async function scoreRollouts<R = Rollout>(
  rollouts: readonly R[],
  reward: RewardFunction<R>,
  options: ScoreOptions<R> = {},
): Promise<Reward[]> {
  checkRollouts(rollouts);
  if (typeof reward !== 'function') {
    checkArgument(reward, 'reward', 'an object');
    checkArgument(reward, 'reward', reward.kind === 'group' ? { score: 'a function' } : { parts: 'an array' });
  }
  const parsed = parseOptions(optionsSchema, options);
  const scoring: Scoring<R> = {
    rollouts,
    groups: scoresGroups(reward) ? groupsOf(rollouts, parsed.groupBy) : [],
    limit: limitConcurrency(parsed.concurrency),
    signal: parsed.signal,
    timeoutMs: parsed.timeoutMs,
    report: progressCounter(rollouts.length * countParts(reward), parsed.onProgress),
    onWarning: parsed.onWarning,
    thrown: new Map(),
  };
  parsed.signal?.throwIfAborted();
  return scoreAll(reward, scoring);
}

interface Scoring<R> {
  readonly rollouts: readonly R[];
  /** Indices of each group's rollouts. */
  readonly groups: readonly (readonly number[])[];
  readonly limit: Limiter;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
  readonly report: (rewards: readonly Reward[]) => void;
  readonly onWarning: (warning: string) => void;
  /** What was thrown where a call failed, by the reward it became. */
  readonly thrown: Map<Reward, unknown>;
}

async function scoreAll<R>(reward: RewardFunction<R>, scoring: Scoring<R>, name = 'reward'): Promise<Reward[]> {
  if (typeof reward !== 'function' && reward.kind === 'composed') return scoreComposed(reward, scoring, name);
  const rewards = await (typeof reward === 'function' ? scoreEach(reward, scoring) : scoreGroups(reward, scoring));
  if (rewards.length > 1 && rewards.every(({ kind }) => kind === 'undecided')) tellFailure(rewards, scoring, name);
  else tellMistakes(rewards, scoring, name);
  return rewards;
}

/** Some rollouts met a mistake, such as an invalid test: the others go on, and the mistake is reported. */
function tellMistakes<R>(rewards: readonly Reward[], { thrown, onWarning }: Scoring<R>, name: string): void {
  const mistaken = rewards.flatMap((reward, i) => (isMistake(thrown.get(reward)) ? [i] : []));
  const [first] = mistaken;
  if (first === undefined) return;
  const { message } = thrown.get(rewards[first]!) as Error;
  onWarning(`${name}: failed for ${mistaken.length} of ${rewards.length} rollouts; rollouts[${first}]: ${message}`);
}

/**
 * Nothing could be scored: by a mistake in the program, which no later batch mends, or by what the world did.
 *
 * @throws Error with the mistake as its cause.
 */
function tellFailure<R>(rewards: readonly Reward[], { thrown, onWarning }: Scoring<R>, name: string): void {
  const first = rewards[0]!;
  const reason = first.kind === 'undecided' ? first.reason : '';
  const mistake = thrown.get(first);
  if (rewards.every((reward) => isMistake(thrown.get(reward)))) {
    throw new Error(`${name}: failed for all ${rewards.length} rollouts: ${reason}`, { cause: mistake });
  }
  onWarning(`${name}: undecided for all ${rewards.length} rollouts; reason of the first: ${reason}`);
}

function isMistake(error: unknown): boolean {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);
}

function scoreEach<R>(reward: RolloutReward<R>, scoring: Scoring<R>): Promise<Reward[]> {
  return Promise.all(
    scoring.rollouts.map(async (rollout, index) => {
      const [score] = await attempt(scoring, 1, async (signal) => [await reward(rollout, { signal, index })]);
      return score!;
    }),
  );
}

async function scoreGroups<R>(reward: GroupReward<R>, scoring: Scoring<R>): Promise<Reward[]> {
  const rewards = new Array<Reward>(scoring.rollouts.length);
  await Promise.all(
    scoring.groups.map(async (indices) => {
      const group = indices.map((index) => scoring.rollouts[index]!);
      const scores = await attempt(scoring, indices.length, (signal) =>
        reward.score(group, { signal, index: indices[0]! }),
      );
      indices.forEach((index, i) => (rewards[index] = scores[i]!));
    }),
  );
  return rewards;
}

async function scoreComposed<R>(reward: ComposedReward<R>, scoring: Scoring<R>, name: string): Promise<Reward[]> {
  const byPart = await Promise.all(reward.parts.map((part) => scoreAll(part.reward, scoring, `${name}/${part.name}`)));
  return scoring.rollouts.map((_, index) =>
    weightedSum(reward.parts.map(({ name, weight }, part) => ({ name, weight, reward: byPart[part]![index]! }))),
  );
}

/** One call in its turn; a failure becomes the undecided reward of each of its rollouts. */
async function attempt<R>(
  { limit, signal, timeoutMs, report, thrown }: Scoring<R>,
  count: number,
  call: (signal: AbortSignal) => readonly unknown[] | Promise<readonly unknown[]>,
): Promise<readonly Reward[]> {
  const rewards = await limit(async () => {
    try {
      const outputs: unknown = await withTimeLimit(call, signal, timeoutMs);
      if (Array.isArray(outputs) && outputs.length === count) {
        // Not map, which leaves out the places of a list that were never filled.
        return Array.from<unknown, Reward>(outputs, (output) => toReward(output));
      }
      const got = Array.isArray(outputs) ? outputs.length : typeof outputs;
      return repeat(undecided(`a group's reward: expected ${count} values, got ${got}`), count);
    } catch (error) {
      signal?.throwIfAborted();
      const failure = error instanceof TimeLimitError ? timedOut(error) : failedReward(error);
      thrown.set(failure, error);
      return repeat(failure, count);
    }
  });
  report(rewards);
  return rewards;
}

function timedOut({ message }: TimeLimitError): Reward {
  return undecided(message, { source: 'reward', message, retryable: true });
}

function repeat(reward: Reward, count: number): Reward[] {
  return Array.from({ length: count }, () => reward);
}

function groupsOf<R>(rollouts: readonly R[], groupBy: Accessor<R, GroupLabel> | undefined): (readonly number[])[] {
  const reading = groupReading(groupBy);
  return groupByLabel(rollouts.map((rollout, index) => readRollout(rollout, index, reading))).map(
    ({ members }) => members,
  );
}

function scoresGroups<R>(reward: RewardFunction<R>): boolean {
  if (typeof reward === 'function') return false;
  return reward.kind === 'group' || reward.parts.some((part) => scoresGroups(part.reward));
}

function countParts<R>(reward: RewardFunction<R>): number {
  if (typeof reward === 'function' || reward.kind === 'group') return 1;
  return reward.parts.reduce((count, part) => count + countParts(part.reward), 0);
}

function progressCounter(total: number, onProgress: (progress: RewardProgress) => void): Scoring<never>['report'] {
  let completed = 0;
  let undecidedCount = 0;
  return (rewards) => {
    completed += rewards.length;
    undecidedCount += rewards.filter(({ kind }) => kind === 'undecided').length;
    onProgress({ completed, total, undecided: undecidedCount });
  };
}
