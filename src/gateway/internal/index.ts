/** What training needs of the gateway, and no user. */
export { agentOutcomes } from '../agent/agent-outcome.js';
