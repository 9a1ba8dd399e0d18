/** What training needs of the gateway, and no user. */
export { scoreAgents } from './score-agents.js';
export { agentOutcomes } from './agent-outcomes.js';
