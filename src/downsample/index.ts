/** Equal-reward rejection and Resample-on-Correct. */
export {
  describeDecision,
  type FilterDecision,
  type NotAmong,
  type RejectEqualDecision,
  type RocDecision,
} from './decision.js';
export { rejectEqualRewards, type RejectEqualOptions, type RejectEqualResult } from './reject-equal-rewards.js';
export { overlongRollouts, voidRollouts, type FilterAccessors } from './rollout-filters.js';
export { rocDownsample, type RocOptions, type RocOptionsOf, type RocResult } from './roc-downsample.js';
export { rocPenalties, type PenaltyOptions, type WithPenalty } from './roc-penalties.js';
export type { RocPenalties, RocPenaltyReport } from './internal/measure-penalties.js';
