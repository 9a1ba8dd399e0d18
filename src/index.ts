/**
 * The pure face of rstar2-agent: the journey's types and every stage that is arithmetic. Importing it loads no tensor
 * library, no server and no native code; those live behind subpaths (`rstar2-agent/tfjs`, `/sandbox`, …).
 */
export * from './advantage/index.js';
export * from './base/index.js';
export * from './batch/index.js';
export * from './downsample/index.js';
export {
  adaptiveKlController,
  aggregateLoss,
  bnpo,
  cispo,
  clipCov,
  clipCovTokens,
  dapo,
  drGrpo,
  entropyFromLogits,
  fixedKlController,
  gmpo,
  gpg,
  grpo,
  grpoRoc,
  gspo,
  importanceWeights,
  klCov,
  klCovTokens,
  klPenalty,
  logprobsFromLogits,
  luspo,
  mergeLossReports,
  offPolicyMetrics,
  policyLoss,
  rejectRollouts,
  rolloutCorrection,
  sapo,
  softOverlongPunishment,
  topEntropyTokens,
  valueLoss,
  vespo,
  type KlController,
  type PolicyLossInput,
  type PolicyLossResult,
  type RolloutCorrectionOptions,
} from './objective/index.js';
export * from './reward/index.js';
export * from './verify/index.js';
export { selectRollouts, type SelectOptions, type SelectResult } from './select-rollouts.js';
