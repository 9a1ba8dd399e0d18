/** The family of `objective/` on tensors, file by file. */
export { aggregateTokenLosses } from './aggregate-loss.js';
export { klPenaltyFromLogprobs } from './kl.js';
export { policyLossFromLogprobs, type TensorPolicyLoss, type TensorPolicyLossInput } from './policy-loss.js';
export { valueLossFromValues, type TensorValueLossInput } from './value-loss.js';
