/** What other programs' downsampling is built of: the second door of this room, for compat alone. */
export { takeLowest } from './internal/sample-group.js';
export type { RocFacts } from './decision.js';
export { NO_TOOL_CALL, type RolloutPenalty } from './internal/penalties.js';
export type { Quotas, QuotaRequest } from './internal/sample-group.js';
export { rewardAccessorSchemas, type RewardAccessors } from './internal/accessors.js';
export { rejectionMetrics } from './internal/equal-rewards.js';
export { scanTags, type TagCounts } from './internal/tag-scanner.js';
export { bySign, decide, type Candidates, type Decision, type GroupSelection } from './internal/group-selections.js';
export { reportPenalties } from './internal/measure-penalties.js';
