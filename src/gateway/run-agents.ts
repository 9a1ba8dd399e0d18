import type { RolloutOutcome } from '../base/index.js';
import { checkArgument } from '../base/internal/index.js';
import { runRollouts, type RolloutOptions, type RolloutTask } from '../rollout/index.js';
import type { AgentFunction } from './agent.js';
import type { AgentSettings } from './agent-settings.js';
import { agentOutcomes } from './internal/agent-outcomes.js';

/** Options of {@link runAgents}: those of `runRollouts`, with the agent instead of `tools` and `environment`. */
export interface RunAgentsOptions extends Omit<RolloutOptions, 'tools' | 'environment' | 'makeOutcome'>, AgentSettings {
  /** Runs once for each rollout. */
  readonly agent: AgentFunction;
}

/**
 * Runs an agent for every sample of every task, and records the policy's answers as rollouts.
 *
 * The agent may send several requests, in parallel, and from sub-agents. Each request is compared with the delivered answers: it continues
 * the longest conversation that it repeats, whose tokens stay as sampled, and starts a branch where it differs. Sampling options of the
 * session override those of requests. `maxTurns` (default 10) counts the turns of all paths and sub-agents together; more requests are
 * refused. A path has at most the tokens of the first request's prompt plus `maxTokens`.
 *
 * @returns One outcome for every sample, in the order of the tasks.
 * @throws As `runRollouts`; RangeError for a prompt with the result of a tool; TypeError for an agent's result other than undefined or an
 *   object with a finite `reward`.
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
