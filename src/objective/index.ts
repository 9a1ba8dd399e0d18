/** Policy losses, KL terms, aggregation and rollout correction on typed arrays, with exact derivatives. */
export { aggregateLoss } from './aggregate-loss.js';
export { clipCovTokens, klCovTokens, type CovarianceInput } from './covariance-tokens.js';
export { klPenalty, type KlTerms } from './kl.js';
export { adaptiveKlController, type AdaptiveKlOptions, type KlController } from './kl-controller.js';
export { entropyFromLogits, logprobsFromLogits, type RowTerms } from './logits.js';
export { checkBatch } from './internal/check-batch.js';
export { POLICY_LOSS_KINDS } from './internal/losses.js';
export { objectiveSchema } from './internal/objective-schema.js';
export { softOverlongPunishment, type OverlongOptions } from './overlong.js';
export { mergeLossReports, policyLoss } from './policy-loss.js';
export type { PolicyLossInput, PolicyLossResult } from './policy-loss-input.js';
export {
  bnpo,
  cispo,
  clipCov,
  dapo,
  drGrpo,
  gmpo,
  gpg,
  grpo,
  grpoRoc,
  gspo,
  klCov,
  luspo,
  sapo,
  vespo,
} from './presets.js';
export {
  importanceWeights,
  type ImportanceWeightOptions,
  type ImportanceWeights,
} from './rollout-correction/importance-weights.js';
export type { LogRatioInput } from './internal/counted-sequences.js';
export {
  offPolicyMetrics,
  type OffPolicyInput,
  type RolloutCorrectionInput,
} from './rollout-correction/off-policy-metrics.js';
export {
  REJECTION_STATISTICS,
  rejectRollouts,
  type RejectionStatistic,
  type RejectionCriterion,
  type RejectionOptions,
  type RejectionResult,
} from './rollout-correction/rejection.js';
export {
  rolloutCorrection,
  type RolloutCorrection,
  type RolloutCorrectionOptions,
} from './rollout-correction/rollout-correction.js';
export { topEntropyTokens } from './top-entropy-tokens.js';
export { valueLoss, type ValueLossInput, type ValueLossOptions } from './value-loss.js';
