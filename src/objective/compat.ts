/**
 * Exports for the rooms `compat` and `tfjs` only: the parts of rollout correction that `compat` combines as verl does, and the parts of
 * the losses that `tfjs` computes on tensors.
 */
export { CountedSequences } from './internal/counted-sequences.js';
export { CountedBatch } from './internal/counted-batch.js';
export { evaluateObjective } from './internal/evaluate-objective.js';
export type { TokenArithmetic, FormulaOperations } from './internal/formula/operations.js';
export { constant, dualOperations, variable, weightedDerivative } from './internal/formula/dual.js';
export { float64Arithmetic } from './internal/formula/float64-arithmetic.js';
export { klEstimate, klKindSchema, klOptionsSchema } from './internal/kl-estimate.js';
export { lossWeightsOf } from './internal/loss-weights.js';
export type { Loss } from './internal/loss.js';
export { LOSSES } from './internal/losses.js';
export { objectiveSchema, type FilledObjective } from './internal/objective-schema.js';
export { policyLossBy } from './policy-loss.js';
export { checkPolicyLossInput } from './policy-loss-input.js';
export {
  meanWeight,
  measureWeights,
  parseWeightOptions,
  ratiosOf,
  truncate,
} from './rollout-correction/importance-weights.js';
export { measureOffPolicy } from './rollout-correction/off-policy-metrics.js';
export { checkBounds, parseCriteria, rejectTokens } from './rollout-correction/rejection.js';
export { correctRollouts } from './rollout-correction/rollout-correction.js';
export { valueLossSchema, valueTerms } from './value-loss.js';
