import { withReward, type Policy, type Rollout, type Tokenizer, type Tool } from 'rstar2-agent';
import { mathReward, scoreRollouts } from 'rstar2-agent/reward';
import { runRollouts } from 'rstar2-agent/rollout';
import type { Settings } from './settings.js';
import { promptOf, type Problem } from './task/problems.js';

/** What rollouts need beside a policy. */
export interface AgentEnvironment {
  readonly tokenizer: Tokenizer;
  readonly tool: Tool;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/**
 * Prompt → rollout → verify: every problem is rolled out `samples` times with real Python, and each final answer is
 * compared with the ground truth.
 *
 * @param seed - Names the draw; equal seeds and equal weights give equal rollouts.
 * @returns Verified rollouts, in the order of the problems. One whose ground truth the verifier could not judge has no
 *   reward: it is counted, and nothing is learnt from it.
 * @throws Error if the machine broke a rollout even after retries: a step must never train on part of its rollouts.
 */
export async function rollOut(
  problems: readonly Problem[],
  samples: number,
  seed: string,
  policy: Policy,
  { tokenizer, tool, settings, signal }: AgentEnvironment,
): Promise<Rollout[]> {
  const { maxTurns, maxTokens, temperature } = settings.rl;
  const tasks = problems.map((problem) => ({
    groupId: problem.id,
    prompt: promptOf(problem),
    samples,
    metadata: { groundTruth: String(problem.answer) },
  }));
  const outcomes = await runRollouts(tasks, {
    policy,
    tokenizer,
    tools: [tool],
    maxTurns,
    maxTokens,
    temperature,
    seed,
    signal,
  });
  const rollouts = outcomes.map((outcome) => {
    if (outcome.kind === 'failed') throw new Error(`rollout ${outcome.id} failed: ${outcome.cause.message}`);
    return outcome.rollout;
  });
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
