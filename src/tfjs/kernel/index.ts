export { aggregateTokenLosses } from '../objective/aggregate-loss.js';
export { gatherRows } from './gather-rows.js';
export { klPenaltyFromLogprobs } from '../objective/kl.js';
export { logprobsFromHidden, type HiddenLogprobOptions, type SelectedLogprobs } from './logprobs-from-hidden.js';
export { logprobsFromLogits, type LogitsLogprobOptions } from './logprobs-from-logits.js';
export type { ChunkSizes } from './internal/head/output-head.js';
export type { OutputLayout } from './internal/head/output-matrix.js';
export {
  policyLossFromLogprobs,
  type TensorPolicyLoss,
  type TensorPolicyLossInput,
} from '../objective/policy-loss.js';
export type { TokenIds } from './internal/token-ids.js';
export { valueLossFromValues, type TensorValueLossInput } from '../objective/value-loss.js';
