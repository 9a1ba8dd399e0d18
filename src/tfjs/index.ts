export type {
  LearnerFactory,
  LearnerModel,
  LearnerObjective,
  LogprobOptions,
  LoraSettings,
  OptimizerParameters,
  OptimizerReport,
} from '../base/index.js';
export {
  openModelDirectory,
  type DownloadProgress,
  type HubOptions,
  type ModelDirectory,
  type ModelSource,
} from '../io/index.js';
export {
  BACKENDS,
  registerGradients,
  selectBackend,
  type BackendChoice,
  type BackendName,
  type SelectBackendOptions,
} from './backend/index.js';
export {
  gatherRows,
  logprobsFromHidden,
  logprobsFromLogits,
  type ChunkSizes,
  type HiddenLogprobOptions,
  type LogitsLogprobOptions,
  type OutputLayout,
  type SelectedLogprobs,
  type TokenIds,
} from './kernel/index.js';
export { createTfjsLearnerFactory, type TfjsLearnerFactoryOptions } from './learner/learner-factory.js';
export { learningRateFactor, type LearningRateSchedule } from '../base/index.js';
export { createTfjsLearner, type TfjsLearner, type TfjsLearnerOptions } from './learner/tfjs-learner.js';
export { QWEN3_0_6B, SMALL_DECODER, decoderConfig, type DecoderConfig, type RopeScaling } from './model/config.js';
export { createAdapter, mergeAdapter, type AdaptedDecoder, type AdapterOptions } from './model/adapter.js';
export { loadAdapter, saveAdapter, type SaveAdapterOptions } from './model/adapter-files.js';
export { createDecoder, type Decoder, type DecoderWeights, type LoraAdapter } from './model/decoder.js';
export { configFromHuggingFace, configToHuggingFace } from './model/hugging-face-config.js';
export { loadModel, type LoadModelOptions, type LoadProgress } from './model/load-model.js';
export type { ModelParameters } from './model/parameters.js';
export { decodeSafetensors, encodeSafetensors, type NamedArray } from './model/safetensors.js';
export { saveModel, type SaveModelOptions } from './model/save-model.js';
export { decodeWeights, encodeWeights, type DecodeWeightsOptions } from './model/weights.js';
export {
  aggregateTokenLosses,
  klPenaltyFromLogprobs,
  policyLossFromLogprobs,
  valueLossFromValues,
  type TensorPolicyLoss,
  type TensorPolicyLossInput,
  type TensorValueLossInput,
} from './objective/index.js';
export { createSampler, type Sampler, type SamplerOptions } from './sampler/sampler.js';
