/** What training needs of the gateway, and no user. */
export { scoreAgents } from '../agent/score-agents.js';
export { agentOutcomes } from '../agent/agent-outcome.js';
