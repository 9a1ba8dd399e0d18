import type { Policy, Tokenizer, Tool } from 'rstar2-agent';
import { runRollouts } from 'rstar2-agent/rollout';
import { verifyMath, withReward, type Rollout } from 'rstar2-agent';
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
 * @returns Verified rollouts, in the order of the problems.
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
    metadata: { answer: String(problem.answer) },
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
  return outcomes.map((outcome) => {
    if (outcome.kind === 'failed') throw new Error(`rollout ${outcome.id} failed: ${outcome.cause.message}`);
    return verify(outcome.rollout);
  });
}

/**
 * @returns The rollout with its outcome reward: 1 if the answer of its last turn is right, else 0. What the verifier could not
 *   read is no right answer to a problem whose answer is an integer; it is marked in the metadata and counted in the metrics.
 */
function verify(rollout: Rollout): Rollout {
  const response = rollout.turns.at(-1)?.text ?? '';
  const verdict = verifyMath(response, groundTruthOf(rollout));
  const verified = withReward(rollout, verdict.kind === 'correct' ? 1 : 0);
  return verdict.kind === 'undecided'
    ? { ...verified, metadata: { ...verified.metadata, undecided: verdict.reason } }
    : verified;
}

/** @returns The answer that the rollout's problem has. */
export function groundTruthOf(rollout: Rollout): string {
  return rollout.metadata!['answer'] as string;
}
