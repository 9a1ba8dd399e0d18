/**
 * The pure part of rstar2-agent: types, interfaces, and all steps that only compute. Importing it loads no tensor library, no server and no
 * native code; those have their own entry points (`rstar2-agent/tfjs`, `/sandbox`, …).
 */

// The value that travels, and the seams.
export { parseRollout, Random, stringifyRollout, withReward } from './base/index.js';
export {
  CapabilityError,
  DatasetError,
  ExternalError,
  LearnerError,
  MissingPeerError,
  ModelFileError,
  PolicyError,
  SandboxError,
} from './base/index.js';
export { crossEntropyBatch } from './base/index.js';
export type {
  Aggregation,
  CallOptions,
  GenerateRequest,
  Generation,
  JsonSchema,
  JsonValue,
  Learner,
  LearnerCapabilities,
  LossReport,
  Message,
  MetricSink,
  Objective,
  PackedBatch,
  Policy,
  PolicyCapabilities,
  PolicyLoss,
  PolicySnapshot,
  Rollout,
  RolloutBranch,
  SamplingOptions,
  Sandbox,
  SandboxCall,
  SandboxResult,
  Seed,
  TokenLayout,
  TokenTrace,
  Tokenizer,
  Tool,
  ToolCall,
  ToolContext,
  ToolResult,
  Turn,
  TurnConstraint,
  Verdict,
} from './base/index.js';

// verify
export { extractAnswer, parseMath, verifyMath, type VerifyMathOptions } from './verify/index.js';

// reject equal → RoC downsample → advantage: whole, and stage by stage
export { selectRollouts, type SelectOptions, type SelectResult } from './select-rollouts.js';
export { describeDecision, rejectEqualRewards, rocDownsample } from './downsample/index.js';
export type { RocOptions, RocResult } from './downsample/index.js';
export {
  gaeAdvantages,
  groupAdvantages,
  optimalTokenBaselineAdvantages,
  reinforcePlusPlusAdvantages,
  remaxAdvantages,
  whiten,
  type GroupAdvantageOptions,
} from './advantage/index.js';

// pack
export {
  packRollouts,
  padSequences,
  splitMicroBatches,
  splitMiniBatches,
  unpack,
  type PackOptions,
} from './batch/index.js';

// policy loss
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
} from './objective/index.js';
export {
  adaptiveKlController,
  aggregateLoss,
  clipCovTokens,
  entropyFromLogits,
  klCovTokens,
  klPenalty,
  logprobsFromLogits,
  mergeLossReports,
  policyLoss,
  rolloutCorrection,
  topEntropyTokens,
  valueLoss,
  type PolicyLossInput,
  type PolicyLossResult,
  type RolloutCorrectionOptions,
} from './objective/index.js';
