/** Agents that exist already, trained as they are: every request of theirs is answered by the policy, and every token is recorded. */
export type { AgentContext, AgentFunction, AgentResult, AgentTask } from './agent/agent.js';
export { runAgents, type RunAgentsOptions } from './agent/run-agents.js';
export type { AgentSettings } from './agent/agent-outcome.js';
export type { LanguageModel } from './agent/language-model.js';
export type { ModelRequest } from './exchange.js';
