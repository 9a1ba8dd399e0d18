export { aggregateTokenLosses } from './aggregate-token-losses.js';
export { gatherRows } from './gather-rows.js';
export { klPenaltyFromLogprobs } from './kl-penalty-from-logprobs.js';
export { logprobsFromHidden, type HiddenLogprobOptions, type SelectedLogprobs } from './logprobs-from-hidden.js';
export { logprobsFromLogits, type LogitsLogprobOptions } from './logprobs-from-logits.js';
export type { ChunkSizes } from './output-head.js';
export type { OutputLayout } from './output-matrix.js';
export {
  policyLossFromLogprobs,
  type TensorPolicyLoss,
  type TensorPolicyLossInput,
} from './policy-loss-from-logprobs.js';
export type { TokenIds } from './token-ids.js';
export { valueLossFromValues, type TensorValueLossInput } from './value-loss-from-values.js';
