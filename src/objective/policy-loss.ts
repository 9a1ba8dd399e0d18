import type { LossReport, Objective } from '../base/index.js';
import { checkArgument, parseOptions } from '../base/internal/index.js';
import { CountedBatch } from './internal/counted-batch.js';
import { evaluateObjective } from './internal/evaluate-objective.js';
import { float64Arithmetic } from './internal/formula/float64-arithmetic.js';
import type { Loss } from './internal/loss.js';
import { LOSSES } from './internal/losses.js';
import { objectiveSchema, type FilledObjective } from './internal/objective-schema.js';
import { checkPolicyLossInput, type PolicyLossInput, type PolicyLossResult } from './policy-loss-input.js';

/**
 * The loss of an objective on packed tokens, with its exact derivative with respect to each token's logprob.
 *
 * loss = Σ_t w_t (m_t ρ^rollout_t ℓ_t + β kl_t − c H_t)
 *
 * A batch without counted tokens has loss zero and gradient zero. Parts of a batch that carry the batch's `lossWeights`
 * add up to its loss and gradient exactly.
 *
 * @throws RangeError for shapes that do not fit, for values of counted tokens that are not finite, and for a batch whose
 *   weights were made by another aggregation than the objective's; TypeError if an array that the objective needs is missing.
 *
 * @example
 * const { loss, gradient } = policyLoss({ logprobs, oldLogprobs, advantages, ...layout }, grpoRoc());
 */
export function policyLoss(input: PolicyLossInput, objective: Objective): PolicyLossResult {
  const parsed = parseOptions(objectiveSchema, objective, 'objective');
  return policyLossBy(LOSSES[parsed.loss.kind], input, parsed);
}

/** `policyLoss` with any loss, also one that is not in `LOSSES`. @param objective - With every default filled in. */
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

/** The metrics that are sums of weighted terms, so parts add up to the whole. All others are means over counted tokens. */
const ADDITIVE: ReadonlySet<string> = new Set(['actor/pg_loss', 'actor/kl_loss', 'actor/entropy', 'tokens']);

/**
 * Merges the reports of micro-batches into the report of their mini-batch: losses are added, means are averaged by counted tokens.
 *
 * @param reports - Results of `policyLoss`, or reports of a learner with the number of counted tokens in `metrics.tokens`. Each part must
 *   have had the mini-batch's loss weights.
 * @throws TypeError for a report without a number of tokens.
 *
 * @example
 * const { metrics } = mergeLossReports(reports);
 */
export function mergeLossReports(
  reports: readonly (Pick<LossReport, 'loss' | 'metrics'> & { readonly tokens?: number })[],
): Pick<PolicyLossResult, 'loss' | 'metrics' | 'tokens'> {
  checkArgument(reports, 'reports', 'an array');
  const counts = reports.map((report, i) => {
    checkArgument(report, `reports[${i}]`, { loss: 'a number', metrics: 'an object' });
    const { metrics, tokens = metrics['tokens'] } = report;
    if (tokens === undefined) throw new TypeError(`reports[${i}].metrics.tokens: expected a number, got undefined`);
    return tokens;
  });
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  const merged: { [name: string]: number } = {};
  reports.forEach(({ metrics }, i) => {
    for (const [name, value] of Object.entries(metrics)) {
      const share = ADDITIVE.has(name) ? 1 : tokens === 0 ? 1 / reports.length : counts[i]! / tokens;
      merged[name] = (merged[name] ?? 0) + share * value;
    }
  });
  return { loss: reports.reduce((sum, { loss }) => sum + loss, 0), metrics: merged, tokens };
}
