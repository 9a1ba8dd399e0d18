import type { RolloutOutcome } from '../base/index.js';
import { checkArgument } from '../base/internal/index.js';
import { runRollouts, type RolloutOptions, type RolloutTask } from '../rollout/index.js';
import type { AgentFunction } from './agent.js';
import type { AgentSettings } from './agent-settings.js';
import { agentOutcomes } from './internal/agent-outcomes.js';

/** Options of {@link runAgents}: those of `runRollouts`, and the agent in the place of `tools` and `environment`. */
export interface RunAgentsOptions extends Omit<RolloutOptions, 'tools' | 'environment' | 'makeOutcome'>, AgentSettings {
  /** Runs once for each rollout. */
  readonly agent: AgentFunction;
}

/**
 * Runs an agent for every sample of every task, and records what the policy drew for it as rollouts.
 *
 * The agent asks the model as it always does, in several turns, in parallel, by sub-agents. Each request is compared with what was delivered
 * before: it goes on from the longest conversation that it repeats, whose tokens stay as they were sampled, and begins a branch where it
 * differs. The session's sampling wins over the request's. `maxTurns` (default 10) counts the turns of all paths and sub-agents together; further
 * requests are refused. No path is longer than the first request's prompt and `maxTokens` more.
 *
 * @returns One outcome for every sample, in the order of the tasks.
 * @throws As `runRollouts`; RangeError for a prompt with the result of a tool; TypeError for a result of the agent that is neither nothing
 *   nor an object with a finite `reward`.
 *
 * @example
 * const agent: AgentFunction = async ({ task, model }) => {
 *   await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: task.text }] }] });
 *   return { reward: 1 };
 * };
 * const outcomes = await runAgents(tasks, { agent, policy, tokenizer, maxTokens: 4096, seed: 'step-12' });
 */
export async function runAgents(tasks: readonly RolloutTask[], options: RunAgentsOptions): Promise<RolloutOutcome[]> {
  checkArgument(options, 'options', 'an object');
  const { agent, isToolError, normalize, maxConcurrent, timeLimitMs, models, onError, ...rollouts } = options;
  const settings = { isToolError, normalize, maxConcurrent, timeLimitMs, models, onError };
  const makeOutcome = agentOutcomes(agent, settings, 'options');
  return await runRollouts(tasks, { ...rollouts, makeOutcome });
}
