export * from './backend/index.js';
export {
  gatherRows,
  logprobsFromHidden,
  logprobsFromLogits,
  policyLossFromLogprobs,
  type ChunkSizes,
  type HiddenLogprobOptions,
  type LogitsLogprobOptions,
  type OutputLayout,
  type SelectedLogprobs,
  type TensorPolicyLoss,
  type TensorPolicyLossInput,
  type TokenIds,
} from './kernel/index.js';
export * from './kernel/index.js';
export * from './model/config.js';
export { initializeParameters, parameterSpecs, type Parameters, type ParameterSpec } from './model/parameters.js';
export { Qwen3Model } from './model/qwen3.js';
export { decodeSafetensors, encodeSafetensors, type NamedArray } from './model/safetensors.js';
export { decodeWeights, encodeWeights } from './model/weights.js';
export * from './learner/adamw.js';
export * from './learner/gradient-norm.js';
export * from './learner/schedule.js';
export * from './learner/tfjs-learner.js';
export * from './sampler/sampler.js';
