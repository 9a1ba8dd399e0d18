/** What training needs of the gateway, and no user. */
export { scoreAgents } from './score-agents.js';
export { makeOutcomeOption } from './agent-outcomes.js';
