/** The losses of `objective/` on tensors. */
export {
  aggregateTokenLosses,
  klPenaltyFromLogprobs,
  valueLossFromValues,
  type TensorValueLossInput,
} from './loss-terms.js';
export { policyLossFromLogprobs, type TensorPolicyLoss, type TensorPolicyLossInput } from './policy-loss.js';
