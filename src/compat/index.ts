/** Reproduces the numbers of other programs, quirks included, under their names: verl, the release, the prime grader, Math-Verify and others. */
export { fromMathVerify } from './math-verify.js';
export { primeGrade } from './prime/prime-grade.js';
export { verlAggregateLoss, verlValueLoss, verlKlPenalty } from './verl/aggregate-loss.js';
export { verlOverlongPunishment, verlResponseMask } from './verl/overlong-punishment.js';
export { verlObjective, verlPolicyLoss, type VerlActorConfig } from './verl/policy-loss.js';
export { verlImportanceWeights, verlOffPolicyMetrics, verlRejection } from './verl/rollout-correction.js';
export { verlRolloutCorrection, VERL_ROLLOUT_CORRECTION_PRESETS } from './verl/rollout-correction.js';
export { releaseDownsample, ReleaseError } from './release/downsample.js';
export { releasePenalties, textPenalty } from './release/penalties.js';
export { releaseRejectEqual } from './release/reject-equal.js';
export { verlAdvantages } from './verl/advantages.js';
export { rlinfDownsample } from './rlinf/downsample.js';
export { simpleTirVoidTurn } from './simpletir/void-turn.js';
export { trlObjective, type TrlGrpoConfig } from './trl/objective.js';
