/**
 * `importanceWeightsWith`, `rejectRolloutsWith`, …: rollout correction with the habits of another program as the last
 * argument; and what the same family on other engines is made of. The second door of this room, for compat and tfjs alone.
 */
export type { CorrectionHabits } from './internal/rollout-correction/habits.js';
export { importanceFactors } from './internal/importance-factors.js';
export {
  BIAS_CORRECTION_LOG_RATIO_LIMIT,
  BINARY_KL_EPSILON,
  DPPO_LOG_RATIO_LIMIT,
  VALUE_CLIP,
  VESPO_LOG_BOUNDS,
  finiteLogRatioLimit,
  k3Bounds,
} from './internal/limits.js';
export { checkAggregation, lossWeightsOf } from './internal/loss-weights.js';
export { objectiveSchema } from './internal/objective-schema.js';
export type { CompatGmpoLoss, CompatObjective, FilledLoss, FilledObjective } from './internal/objective-schema.js';
export { klKindSchema, klOptionsSchema } from './kl.js';
export { checkPolicyLossInput } from './policy-loss-input.js';
export { importanceWeightsWith } from './internal/rollout-correction/importance-weights.js';
export { offPolicyMetricsWith } from './internal/rollout-correction/off-policy-metrics.js';
export { rejectRolloutsWith } from './internal/rollout-correction/rejection.js';
export { rolloutCorrectionWith } from './internal/rollout-correction/rollout-correction.js';
