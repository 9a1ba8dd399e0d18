/** Other programs' habits, by their names: what reproduces verl, the release, the prime grader and Math-Verify. */
export { fromMathVerify } from './math-verify.js';
export type { MathVerifyExtraction, MathVerifyOptions } from './math-verify.js';
export { primeGrade, primeVerdict } from './prime/prime-grade.js';
export type { GradeStage, PrimeGrade } from './prime/prime-grade.js';
export { verlAggregateLoss, verlAggregation, verlValueLoss, type VerlBatchInfo } from './verl/aggregate-loss.js';
export type { VerlVersion } from './verl/version.js';
export { verlKlPenalty } from './verl/kl-penalty.js';
export { verlOverlongPunishment } from './verl/overlong-punishment.js';
export { verlObjective, verlPolicyLoss, type VerlActorConfig, type VerlPolicyLoss } from './verl/policy-loss.js';
export {
  verlImportanceWeights,
  verlOffPolicyMetrics,
  verlRejection,
  verlRolloutCorrection,
  type VerlRolloutCorrection,
} from './verl/rollout-correction.js';
export {
  VERL_ROLLOUT_CORRECTION_PRESETS,
  type VerlRolloutCorrectionPreset,
} from './verl/rollout-correction-presets.js';
export {
  releaseDownsample,
  type ReleaseDownsampleOptions,
  type ReleaseDownsampleResult,
} from './release/downsample.js';
export { releasePenalties, type ReleasePenaltyOptions } from './release/penalties.js';
export {
  releaseRejectEqual,
  type ReleaseRejectEqualOptions,
  type ReleaseRejectEqualResult,
} from './release/reject-equal.js';
export { ReleaseError } from './release/release-error.js';
export { responseText } from './release/response-text.js';
export { textPenalty } from './release/text-penalty.js';
export {
  verlAdvantages,
  type VerlAdvantageInput,
  type VerlAdvantageOptions,
  type VerlEstimator,
} from './verl/advantages.js';
export { rlinfDownsample, type RlinfDownsampleOptions, type RlinfDownsampleResult } from './rlinf/downsample.js';
export { simpleTirVoidTurn } from './simpletir/void-turn.js';
export { trlObjective, type TrlGrpoConfig } from './trl/objective.js';
export { verlResponseMask } from './verl/response-mask.js';
