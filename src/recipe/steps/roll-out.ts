import {
  PolicyError,
  withReward,
  type JsonValue,
  type Message,
  type Policy,
  type Rollout,
  type RolloutOutcome,
  type Tokenizer,
  type Tool,
} from '../../base/index.js';
import type { AgentFunction, AgentSettings } from '../../gateway/index.js';
import { makeOutcomeOption, scoreAgents } from '../../gateway/internal/index.js';
import { RunError } from '../run-error.js';
import { mathReward, scoreRollouts, type Reward, type RewardFunction, type RolloutReward } from '../../reward/index.js';
import { runRollouts, type ChatTemplate, type Environment, type RolloutOptions } from '../../rollout/index.js';
import { isSetApart, type RolloutProgress, type TracingOptions } from '../../rollout/internal/index.js';

/** A prompt for training or evaluation, such as a `Problem`. */
export interface TrainingProblem {
  /** The name of its group of rollouts. */
  readonly id: string;
  readonly prompt: readonly Message[];
  /** The default reward compares answers with its `groundTruth`. */
  readonly metadata?: { readonly [key: string]: JsonValue };
}

/** Length and temperature of rollouts. */
export interface RolloutSampling {
  /** Most tokens after the prompt, tool responses included. */
  readonly maxTokens: number;
  /** Default 10, as in the paper's first stage. */
  readonly maxTurns?: number | undefined;
  /** Default 1, as training needs. */
  readonly temperature?: number | undefined;
  /** Default 1 (off), as training needs. */
  readonly topP?: number | undefined;
  /**
   * Longest time for one turn with the tool calls in it, in milliseconds; default 1 800 000 (half an hour). A rollout with a longer turn
   * fails: the step fails, or with dynamic sampling another prompt replaces its group.
   */
  readonly turnTimeoutMs?: number | undefined;
}

/** The tools, environment and reward of rollouts, in training and evaluation. */
export interface RolloutEnvironment {
  readonly tokenizer: Tokenizer;
  /** Default: Qwen's chat format. */
  readonly chatTemplate?: ChatTemplate | undefined;
  /** Default: none. */
  readonly tools?: readonly Tool[] | undefined;
  /** Answers the policy in addition to tools: a user, a game, a task with its own reward. Default: no environment. */
  readonly environment?: Environment | undefined;
  /**
   * Creates each rollout instead of `tools` and `environment`, which cannot be used with it; see `runAgents`. Default: no agent.
   */
  readonly agent?: AgentFunction | undefined;
  /** Options for running an agent and for reading its requests. */
  readonly agentSettings?: AgentSettings | undefined;
  /**
   * The reward function. Default with an environment: its reward, or 0 without one (a truncated rollout). Default otherwise, and for
   * rollouts without a reward from their agent: 1 if the answer of the last turn is the problem's `groundTruth`, else 0 (`mathReward`); 0
   * for an agent that reached a limit on a problem without a `groundTruth`.
   */
  readonly reward?: RewardFunction<Rollout> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when a rollout ends. */
  readonly onRollout?: ((progress: RolloutProgress) => void) | undefined;
  /** OpenTelemetry spans of every rollout, as in `runRollouts`. Default: no spans, without any cost. */
  readonly tracing?: TracingOptions | undefined;
}

/** Options of {@link rollOut}. */
export interface RollOutOptions extends Omit<RolloutEnvironment, 'reward'> {
  /** Rollouts of each problem; the paper's 2G is 32. */
  readonly samples: number;
  readonly sampling: RolloutSampling;
  /** Equal seeds and equal weights give equal rollouts. */
  readonly seed: string;
}

/**
 * Prompt → rollout: creates `samples` rollouts of every problem.
 *
 * A problem that occurs twice (at the border of two epochs) has two groups.
 *
 * @returns Rollouts in the order of the problems, without rewards.
 * @throws PolicyError if a rollout failed after all retries, or an agent set it apart, so that a step never trains on a part of its
 * rollouts unnoticed.
 *
 * @example
 * const rollouts = await rollOut(policy, problems, { tokenizer, samples: 8, sampling: { maxTokens: 4096 }, seed: 'a' });
 */
export async function rollOut(
  policy: Policy,
  problems: readonly TrainingProblem[],
  options: RollOutOptions,
): Promise<Rollout[]> {
  const { rollouts, setApart } = await drawRollouts(policy, problems, options);
  if (setApart.length > 0) throw rolloutFailed(setApart[0]!);
  return [...rollouts];
}

/** A rollout that failed. */
export type FailedRollout = Extract<RolloutOutcome, { readonly kind: 'failed' }>;

/** Rollouts of problems, and those that an agent set apart; their groups continue without them. */
export interface DrawnRollouts {
  readonly rollouts: readonly Rollout[];
  readonly setApart: readonly FailedRollout[];
}

/**
 * As `rollOut`, but with an agent a group continues without the rollouts that the agent set apart, or in which it threw.
 *
 * @throws PolicyError if the engine failed for good, or where no rollout is left.
 */
export async function drawRollouts(
  policy: Policy,
  problems: readonly TrainingProblem[],
  { samples, ...options }: RollOutOptions,
): Promise<DrawnRollouts> {
  const names = groupNames(problems);
  const tasks = problems.map(({ prompt, metadata }, i) => {
    return { groupId: names[i]!, prompt, samples, ...(metadata && { metadata }) };
  });
  const settings = rolloutOptions(options);
  const outcomes = await runRollouts(tasks, { ...settings, policy });
  const failed = outcomes.filter((outcome) => outcome.kind === 'failed');
  const rollouts = outcomes.flatMap((outcome) => (outcome.kind === 'completed' ? outcome.rollout : []));
  const fatal = rollouts.length === 0 ? failed[0] : failed.find(({ cause }) => !isSetApart(cause, settings));
  if (fatal !== undefined) throw rolloutFailed(fatal);
  return { rollouts, setApart: failed };
}

/** @returns The name of each problem's group: a problem that comes again has another. */
export function groupNames(problems: readonly TrainingProblem[]): string[] {
  const seen = new Map<string, number>();
  return problems.map(({ id }) => {
    const time = (seen.get(id) ?? 0) + 1;
    seen.set(id, time);
    return time === 1 ? id : `${id}#${time}`;
  });
}

/** @returns The options of `runRollouts`, without the policy. */
export function rolloutOptions({
  tokenizer,
  chatTemplate,
  tools = [],
  environment,
  agent,
  agentSettings,
  sampling,
  seed,
  signal,
  onRollout,
  tracing,
}: Omit<RollOutOptions, 'samples'>): Omit<RolloutOptions, 'policy'> {
  const { maxTokens, maxTurns = 10, temperature = 1, topP = 1, turnTimeoutMs } = sampling;
  return {
    ...{ tokenizer, chatTemplate, tools, maxTokens, maxTurns, temperature, topP, turnTimeoutMs, seed },
    ...{ environment, signal, tracing },
    ...makeOutcomeOption({ agent, agentSettings }),
    ...(onRollout && { onProgress: onRollout }),
  };
}

/** @returns The error for a step with a rollout that failed. */
export function rolloutFailed({ id, cause }: FailedRollout): PolicyError {
  return new PolicyError(`rollout ${id} failed: ${cause.message}`, { cause });
}

const answerReward = mathReward({ response: (rollout: Rollout) => rollout.turns.at(-1)?.text ?? '' });

/** A rollout's own reward; where it has none, whether the answer of the last turn is the problem's `groundTruth`. */
const outcomeReward: RolloutReward<Rollout> = (rollout, context) => rollout.reward ?? answerReward(rollout, context);

/**
 * The same for agents. An agent that rewards itself, on problems without a `groundTruth`, cannot where a limit ended it: 0. Where none of the
 * rollouts has a reward, although agents ended by themselves, the agent does not reward itself.
 */
function agentRewardOf(rollouts: readonly Rollout[]): RolloutReward<Rollout> {
  const rewardsItself =
    rollouts.some(({ reward }) => reward !== undefined) ||
    rollouts.every(({ finishReason }) => finishReason !== 'stop');
  return (rollout, context) => {
    if (rollout.reward !== undefined || rollout.metadata?.['groundTruth'] !== undefined)
      return outcomeReward(rollout, context);
    if (rewardsItself && rollout.finishReason !== 'stop') return 0;
    throw new TypeError(
      'the agent returned no reward, and the problem has no groundTruth to judge by: return { reward } from the agent, give each problem metadata.groundTruth, or pass a reward function (reward)',
    );
  };
}

/** The environment's reward; 0 for a rollout that it never rewarded, such as a truncated one. */
const environmentReward: RolloutReward<Rollout> = ({ reward = 0 }) => reward;

type Judge = Pick<RolloutEnvironment, 'reward' | 'environment' | 'agent'>;

/** @returns The reward function: `reward`, or its default. A reward that an agent gave its own rollout stays. */
export function judgeOf({
  reward,
  environment,
  agent,
}: Judge): (rollouts: readonly Rollout[], options: Parameters<typeof scoreRollouts>[2]) => Promise<readonly Reward[]> {
  const byDefault = environment !== undefined ? environmentReward : outcomeReward;
  return (rollouts, options) => {
    const judge = reward ?? (agent === undefined ? byDefault : agentRewardOf(rollouts));
    const score = (judged: readonly Rollout[]) => scoreRollouts(judged, judge, options);
    return agent === undefined ? score(rollouts) : scoreAgents(rollouts, score);
  };
}

/**
 * Rollout → verify: each rollout gets its reward.
 *
 * @returns The rollouts, in order. A rollout that could not be judged has no reward and is not trained on.
 * @throws RunError with the first reason if none of them could be judged.
 *
 * @example
 * const rewarded = await rewardRollouts(rollouts, { reward: mathReward() });
 */
export async function rewardRollouts(
  rollouts: readonly Rollout[],
  { signal, ...judge }: Judge & Pick<RolloutEnvironment, 'signal'> = {},
): Promise<Rollout[]> {
  const rewards = await judgeOf(judge)(rollouts, { signal });
  const [first] = rewards;
  if (first?.kind === 'undecided' && rewards.every(({ kind }) => kind === 'undecided'))
    throw noneJudged(rewards.length, first.reason);
  return rollouts.map((rollout, i) => {
    const scored = rewards[i]!;
    return scored.kind === 'scored' ? withReward(rollout, scored.value) : rollout;
  });
}

/** @param reason - The reason of the first rollout. */
export function noneJudged(count: number, reason: string): RunError {
  return new RunError(`none of ${count} rollouts could be judged; reason of the first: ${reason}`);
}

/** @throws TypeError for anything but a list; RangeError for an empty one, or one with the same id twice. */
export function checkItems(where: string, items: readonly unknown[]): void {
  if (!Array.isArray(items)) throw new TypeError(`${where}: expected an array, got ${typeof items}`);
  if (items.length === 0) throw new RangeError(`${where}: expected at least one, got none`);
  const seen = new Set<string>();
  for (const { id } of items as readonly { readonly id?: string }[]) {
    if (id === undefined) continue;
    if (seen.has(id)) throw new RangeError(`${where}: expected each id once, got ${id} twice`);
    seen.add(id);
  }
}
