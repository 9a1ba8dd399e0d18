/** Exports for the sampler and the learner only. */
export { adaptableMatrices, adapterSpecs } from './adapter/peft-config.js';
export { adapterFiles, readAdapter } from './adapter/peft-files.js';
export { batchLogprobs, inPlace } from './batch-logprobs.js';
export {
  type HeadLayout,
  MASKED_SCORE,
  attentionScores,
  keyHeads,
  queryGroups,
  ungroupQueries,
} from './decoder/grouped-attention.js';
export { timesTransposed } from './decoder/layers.js';
export {
  type AttentionFunction,
  type TrunkWeights,
  outputWeight,
  packedHidden,
  transformerHidden,
} from './decoder/transformer.js';
export { requireLive } from '../parameters.js';
export { SHARD_BYTES, jsonText, modelFiles } from './weights/write-tensors.js';
export { type TensorToRead, readTensors } from './weights/read-tensors.js';
export { checkShape, planTensors } from './weights/tensor-plan.js';
export { tensorToWrite } from './weights/write-tensors.js';
export { checkTiedHead } from './weights/tensor-plan.js';
export { withTensorFiles } from './weights/read-tensors.js';
