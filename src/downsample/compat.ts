/** What other programs' downsampling is built of: the second door of this room, for compat alone. */
export type { RocFacts } from './decision.js';
export { NO_TOOL_CALL, type RolloutPenalty } from './internal/penalties.js';
export type { Quotas, QuotaRequest } from './internal/quotas.js';
export { readRewards, rewardAccessorSchemas, type RewardAccessors } from './internal/readings.js';
export { rejectionMetrics } from './internal/rejection-metrics.js';
export { scanTags, type TagCounts } from './internal/tag-scanner.js';
export { bySign, decide, type Candidates, type Decision, type Taking } from './internal/takings.js';
export { reportPenalties } from './roc-penalties.js';
