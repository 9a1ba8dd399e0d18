/** Reproduces the numbers of other programs, quirks included, under their names: verl, the release, the prime grader, Math-Verify and others. */
export { fromMathVerify } from './math-verify.js';
export { primeGrade } from './prime/prime-grade.js';
export { verlAggregateLoss, verlValueLoss } from './verl/aggregate-loss.js';
export { verlKlPenalty } from './verl/kl-penalty.js';
export { verlOverlongPunishment } from './verl/overlong-punishment.js';
export { verlObjective, verlPolicyLoss, type VerlActorConfig } from './verl/policy-loss.js';
export {
  verlImportanceWeights,
  verlOffPolicyMetrics,
  verlRejection,
  verlRolloutCorrection,
} from './verl/rollout-correction.js';
export { VERL_ROLLOUT_CORRECTION_PRESETS } from './verl/rollout-correction-presets.js';
export { releaseDownsample } from './release/downsample.js';
export { releasePenalties } from './release/penalties.js';
export { releaseRejectEqual } from './release/reject-equal.js';
export { ReleaseError } from './release/release-error.js';
export { textPenalty } from './release/text-penalty.js';
export { verlAdvantages } from './verl/advantages.js';
export { rlinfDownsample } from './rlinf/downsample.js';
export { simpleTirVoidTurn } from './simpletir/void-turn.js';
export { trlObjective, type TrlGrpoConfig } from './trl/objective.js';
export { verlResponseMask } from './verl/response-mask.js';
