import { checkPolicyLossInput, type PolicyLossInput, type PolicyLossResult } from '../policy-loss-input.js';
import { CountedBatch } from './counted-batch.js';
import { evaluateObjective } from './evaluate-objective.js';
import { float64Arithmetic } from './formula/float64-arithmetic.js';
import type { Loss } from './loss.js';
import type { FilledObjective } from './objective-schema.js';

/** `policyLoss` by a loss that need not be in the table. @param objective - Every default filled in; `loss` has the options of the loss. */
export function policyLossBy(loss: Loss, input: PolicyLossInput, objective: FilledObjective): PolicyLossResult {
  const { kl, entropy } = objective;
  checkPolicyLossInput(input, { kl: kl !== undefined, entropy: entropy !== undefined });
  const batch = new CountedBatch(input);
  const model = { logprobs: batch.pick(input.logprobs), entropies: input.entropies && batch.pick(input.entropies) };
  const evaluated = evaluateObjective(float64Arithmetic(batch.offsets), batch, input, model, objective, loss);
  const { weights, gradient, losses, metrics } = evaluated;
  return {
    loss: evaluated.loss,
    gradient: batch.putBack(gradient),
    ...(entropy && { entropyGradient: batch.putBack(weights.map((weight) => -entropy.coefficient * weight)) }),
    losses: batch.putBack(losses),
    metrics,
    tokens: batch.size,
  };
}
