import { withReward, type Policy, type Rollout, type Tokenizer, type Tool } from 'rstar2-agent';
import { mathReward, scoreRollouts } from 'rstar2-agent/reward';
import { runRollouts, type ChatTemplate, type RolloutTask } from 'rstar2-agent/rollout';
import type { TrainingSettings } from './settings.js';

/** A prompt to roll out; what is scored has its `metadata.groundTruth`. */
export type Task = Omit<RolloutTask, 'samples'>;

/** What rollouts need beside a policy. */
export interface AgentEnvironment {
  readonly tokenizer: Tokenizer;
  /** How the model is talked to. Default: Qwen's chat format. */
  readonly chatTemplate?: ChatTemplate;
  readonly tool: Tool;
  readonly settings: Pick<TrainingSettings, 'rl' | 'evaluation'>;
  readonly signal: AbortSignal;
}

/**
 * Prompt → rollout: every task is rolled out `samples` times with real Python.
 *
 * @param seed - Names the draw; equal seeds and equal weights give equal rollouts.
 * @returns Rollouts in the order of the tasks.
 * @throws Error if the machine broke a rollout even after retries: a step must never train on part of its rollouts.
 */
export async function rollOut(
  tasks: readonly Task[],
  samples: number,
  seed: string,
  policy: Policy,
  { tokenizer, chatTemplate, tool, settings, signal }: AgentEnvironment,
): Promise<Rollout[]> {
  const { maxTurns, maxTokens, temperature } = settings.rl;
  const outcomes = await runRollouts(
    tasks.map((task) => ({ ...task, samples })),
    { policy, tokenizer, chatTemplate, tools: [tool], maxTurns, maxTokens, temperature, seed, signal },
  );
  return outcomes.map((outcome) => {
    if (outcome.kind === 'failed') throw new Error(`rollout ${outcome.id} failed: ${outcome.cause.message}`);
    return outcome.rollout;
  });
}

/**
 * Rollout → verify: the final answer of each rollout is compared with the ground truth.
 *
 * @returns Verified rollouts. One whose ground truth the verifier could not judge has no reward: it is counted, and nothing
 *   is learnt from it.
 */
export async function verify(rollouts: readonly Rollout[], signal: AbortSignal): Promise<Rollout[]> {
  const rewards = await scoreRollouts(rollouts, reward, { signal });
  return rollouts.map((rollout, i) => {
    const score = rewards[i]!;
    return score.kind === 'scored' ? withReward(rollout, score.value) : rollout;
  });
}

/** The outcome reward: 1 if the answer of a rollout's last turn is right, else 0. */
const reward = mathReward({ response: (rollout) => rollout.turns.at(-1)?.text ?? '' });

/** @returns The answer that the rollout's problem has. */
export function groundTruthOf(rollout: Rollout): string {
  return rollout.metadata!['groundTruth'] as string;
}
