/** Trains existing agents unchanged: the policy answers each of their requests, and every token is recorded. */
export type { AgentContext, AgentFunction, AgentResult, AgentTask } from './agent.js';
export { runAgents, type RunAgentsOptions } from './run-agents.js';
export { commandAgent, type CommandAgentOptions, type CommandResult } from './command-agent.js';
export type { AgentSettings } from './agent-settings.js';
export type { LanguageModel } from './language-model.js';
export type { DeliveredCall, ModelRequest, RequestMessage } from './model-request.js';
export { createGateway, type Gateway, type GatewaySession } from './create-gateway.js';
export type { GatewayOptions, GatewaySessionOptions, SessionLimits } from './gateway-options.js';
export type { ClientAddress } from './client-address.js';
export type { GatewayAccount, TurnAccount } from './gateway-account.js';
export type { ForwardedModel, GatewayModels } from './gateway-models.js';
