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
import { RunError } from '../run-error.js';
import { mathReward, scoreRollouts, type RewardFunction, type RolloutReward } from '../../reward/index.js';
import { runRollouts, type ChatTemplate, type Environment, type RolloutOptions } from '../../rollout/index.js';
import type { RolloutProgress, TracingOptions } from '../../rollout/internal/index.js';

/** A prompt to train or be measured on; a `Problem` is one. */
export interface TrainingProblem {
  /** Names the group of its rollouts. */
  readonly id: string;
  readonly prompt: readonly Message[];
  /** Carried along; `groundTruth` is what the default reward holds an answer against. */
  readonly metadata?: { readonly [key: string]: JsonValue };
}

/** How long and how warm rollouts are. */
export interface RolloutSampling {
  /** Everything after the prompt, tool responses included, in tokens. */
  readonly maxTokens: number;
  /** Default 10, as in the paper's first stage. */
  readonly maxTurns?: number | undefined;
  /** Default 1, what training needs. */
  readonly temperature?: number | undefined;
  /** Default 1, off: what training needs. */
  readonly topP?: number | undefined;
  /**
   * Longest time for one turn with the tool calls in it, in milliseconds; default 1 800 000 (half an hour). A rollout whose turn
   * takes longer failed: it ends the step, and in dynamic sampling another prompt takes its group's place.
   */
  readonly turnTimeoutMs?: number | undefined;
}

/** What rollouts are made with, whatever they are made for. */
export interface RolloutEnvironment {
  readonly tokenizer: Tokenizer;
  /** How the model is talked to. Default: Qwen's chat format. */
  readonly chatTemplate?: ChatTemplate | undefined;
  /** Default: none. */
  readonly tools?: readonly Tool[] | undefined;
  /** What answers the policy besides its tools: a user, a game, a task that knows its own reward. Default: none. */
  readonly environment?: Environment | undefined;
  /**
   * What judges every rollout. Default: the environment, where there is one: the reward that it gave, and 0 where it gave none, as to a rollout
   * that a limit cut short; without one, 1 if the answer of the last turn is the problem's `groundTruth`, and 0 if not (`mathReward`).
   */
  readonly reward?: RewardFunction<Rollout> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with each rollout as it ends. */
  readonly onRollout?: ((progress: RolloutProgress) => void) | undefined;
  /** A span of OpenTelemetry for every rollout, and for what happens in it, as in `runRollouts`. Default: none, which costs nothing. */
  readonly tracing?: TracingOptions | undefined;
}

/** Options of {@link rollOut}. */
export interface RollOutOptions extends Omit<RolloutEnvironment, 'reward'> {
  /** Of each problem; the paper's 2G is 32. */
  readonly samples: number;
  readonly sampling: RolloutSampling;
  /** Names every draw: equal seeds and equal weights give equal rollouts. */
  readonly seed: string;
}

/**
 * Prompt → rollout: every problem is rolled out `samples` times.
 *
 * A problem that comes twice (an epoch ends, the next begins) is two groups.
 *
 * @returns Rollouts in the order of the problems, without rewards.
 * @throws PolicyError if the machine broke a rollout even after retries: a step must never train on part of its rollouts.
 *
 * @example
 * const rollouts = await rollOut(policy, problems, { tokenizer, samples: 8, sampling: { maxTokens: 4096 }, seed: 'a' });
 */
export async function rollOut(
  policy: Policy,
  problems: readonly TrainingProblem[],
  { samples, ...options }: RollOutOptions,
): Promise<Rollout[]> {
  const seen = new Map<string, number>();
  const tasks = problems.map(({ id, prompt, metadata }) => {
    const time = (seen.get(id) ?? 0) + 1;
    seen.set(id, time);
    return { groupId: time === 1 ? id : `${id}#${time}`, prompt, samples, ...(metadata && { metadata }) };
  });
  const outcomes = await runRollouts(tasks, { ...rolloutOptions(options), policy });
  return outcomes.map((outcome) => {
    if (outcome.kind === 'completed') return outcome.rollout;
    throw rolloutFailed(outcome);
  });
}

/** @returns What the rollouts of a step are made with, as `runRollouts` takes it, without the policy. */
export function rolloutOptions({
  tokenizer,
  chatTemplate,
  tools = [],
  environment,
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
    ...(onRollout && { onProgress: onRollout }),
  };
}

/** A step must never train on part of its rollouts. */
export function rolloutFailed({ id, cause }: Extract<RolloutOutcome, { readonly kind: 'failed' }>): PolicyError {
  return new PolicyError(`rollout ${id} failed: ${cause.message}`, { cause });
}

const answerReward = mathReward({ response: (rollout: Rollout) => rollout.turns.at(-1)?.text ?? '' });

/** A rollout's own reward; where it has none, whether the answer of the last turn is the problem's `groundTruth`. */
const outcomeReward: RolloutReward<Rollout> = (rollout, context) => rollout.reward ?? answerReward(rollout, context);

/** An environment's reward; what it never rewarded, as what was cut short, has won nothing. */
const environmentReward: RolloutReward<Rollout> = ({ reward = 0 }) => reward;

/** @returns What judges the rollouts: `reward`, or its default. */
export function judgeOf({
  reward,
  environment,
}: Pick<RolloutEnvironment, 'reward' | 'environment'>): RewardFunction<Rollout> {
  return reward ?? (environment === undefined ? outcomeReward : environmentReward);
}

/**
 * Rollout → verify: each rollout gets its reward.
 *
 * @returns The rollouts, in order. One that could not be judged has no reward: it is counted, and nothing is learnt from it.
 * @throws RunError where none of them could be judged, with why the first could not.
 *
 * @example
 * const rewarded = await rewardRollouts(rollouts, { reward: mathReward() });
 */
export async function rewardRollouts(
  rollouts: readonly Rollout[],
  { signal, ...judge }: Pick<RolloutEnvironment, 'reward' | 'environment' | 'signal'> = {},
): Promise<Rollout[]> {
  const rewards = await scoreRollouts(rollouts, judgeOf(judge), { signal });
  const [first] = rewards;
  if (first?.kind === 'undecided' && rewards.every(({ kind }) => kind === 'undecided'))
    throw noneJudged(rewards.length, first.reason);
  return rollouts.map((rollout, i) => {
    const scored = rewards[i]!;
    return scored.kind === 'scored' ? withReward(rollout, scored.value) : rollout;
  });
}

/** @param reason - Why the first of them could not. */
export function noneJudged(count: number, reason: string): RunError {
  return new RunError(`none of ${count} rollouts could be judged; of the first: ${reason}`);
}

/** @throws TypeError for what is no list; RangeError for one without items, or with two problems of one id. */
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
