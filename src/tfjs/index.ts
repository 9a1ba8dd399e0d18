export type {
  LearnerFactory,
  LearnerModel,
  LearnerObjective,
  LogprobOptions,
  LoraSettings,
  OptimizerParameters,
  OptimizerReport,
} from '../base/index.js';
export { openModelDirectory, type ModelDirectory } from '../io/index.js';
export { BACKENDS, selectBackend, type BackendChoice } from './backend/index.js';
export { logprobsFromHidden, logprobsFromLogits } from './kernel/index.js';
export { createTfjsLearnerFactory } from './learner/learner-factory.js';
export { createTfjsLearner, type TfjsLearner, type TfjsLearnerOptions } from './learner/tfjs-learner.js';
export { QWEN3_0_6B, SMALL_DECODER, decoderConfig, type DecoderConfig } from './model/config.js';
export { createAdapter, mergeAdapter, type AdaptedDecoder } from './model/adapter.js';
export { loadAdapter, saveAdapter } from './model/adapter-files.js';
export { createDecoder, type Decoder } from './model/decoder.js';
export { configFromHuggingFace } from './model/hugging-face-config.js';
export { loadModel } from './model/load-model.js';
export { decodeSafetensors, encodeSafetensors, type NamedArray } from './model/weights.js';
export { saveModel } from './model/save-model.js';
export { decodeWeights, encodeWeights } from './model/weights.js';
export {
  aggregateTokenLosses,
  klPenaltyFromLogprobs,
  policyLossFromLogprobs,
  valueLossFromValues,
  type TensorPolicyLossInput,
} from './objective/index.js';
export { createSampler, type Sampler, type SamplerOptions } from './sampler/sampler.js';
