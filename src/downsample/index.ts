export type {
  OwnPenaltyAccessors,
  OwnRewardAccessors,
  PenaltyAccessors,
  RewardAccessors,
  UnlessRollout,
} from './accessors.js';
export * from './decision.js';
export type { RocMetrics } from './metrics.js';
export * from './penalties.js';
export * from './reject-equal-rewards.js';
export * from './release-error.js';
export * from './response-text.js';
export * from './roc-downsample.js';
export {
  ROC_PRESETS,
  type OwnRocAccessors,
  type RocHabits,
  type RocOptions,
  type RocSettings,
  type RocStrategy,
} from './roc-options.js';
export {
  rocPenalties,
  type OwnPenaltyReport,
  type PenaltyOptions,
  type RocPenalties,
  type RocPenaltyReport,
} from './roc-penalties.js';
export { countAnswers, scanTags, type TagCounts } from './tag-scanner.js';
