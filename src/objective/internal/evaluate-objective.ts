import type { PolicyLossInput } from '../policy-loss-input.js';
import type { CountedBatch } from './counted-batch.js';
import { constant, dualOperations, variable, weightedDerivative, type Dual } from './formula/dual.js';
import { float64Arithmetic } from './formula/float64-arithmetic.js';
import type { TokenArithmetic, FormulaOperations } from './formula/operations.js';
import { klEstimate } from './kl-estimate.js';
import { lossWeightsOf } from './loss-weights.js';
import { limitLogRatios, type Loss, type LossTokens, type Metric } from './loss.js';
import { LOSSES } from './losses.js';
import type { FilledObjective } from './objective-schema.js';

/** `biasCorrection` of a KL term clamps log(π / π_old) to ± this value, without a gradient beyond. */
const BIAS_CORRECTION_LOG_RATIO_LIMIT = 20;

/** The model's outputs at the counted tokens. */
export interface ModelColumns<V> {
  readonly logprobs: V;
  readonly entropies: V | undefined;
}

/** A loss and its derivatives at the counted tokens. */
export interface EvaluatedObjective<V, S> {
  readonly loss: S;
  /** ∂ loss / ∂ log π_t. */
  readonly gradient: V;
  /** w_t. ∂ loss / ∂ H_t is −c w_t. */
  readonly weights: V;
  /** The policy loss of each token, with its importance weight but without w_t. */
  readonly losses: V;
  readonly metrics: { readonly [name: string]: S };
}

/**
 * Computes Σ_t w_t (m_t ρ^rollout_t ℓ_t + β kl_t − c H_t) and its exact derivative, with any arithmetic.
 *
 * @param input - The batch, checked by the caller.
 */
export function evaluateObjective<V, C, S>(
  m: TokenArithmetic<V, C, S>,
  batch: CountedBatch,
  input: Omit<PolicyLossInput, 'logprobs' | 'entropies'>,
  { logprobs, entropies }: ModelColumns<V>,
  objective: FilledObjective,
  rule: Loss = LOSSES[objective.loss.kind],
): EvaluatedObjective<V, S> {
  const ops = dualOperations(m);
  const column = (values: ArrayLike<number>): Dual<V> => constant(m.column(batch.pick(values)));
  const tokens = lossTokens(ops, column, variable(logprobs), input);
  const metrics: { [name: string]: S } = {};
  const factors = constantFactors(batch, input, rule, objective.loss);
  const lossWeights = batch.pick(lossWeightsOf(input, objective));
  const weights = m.column(lossWeights);
  let policyWeights = factors === undefined ? weights : m.column(lossWeights.map((weight, t) => weight * factors[t]!));
  const selected = input.selectedTokens
    ? ops.not(ops.equal(column(input.selectedTokens), 0))
    : rule.select?.(ops, tokens, objective.loss);
  const terms = rule.terms(ops, tokens, objective.loss, selected as C);
  let losses = factors === undefined ? terms.losses.value : m.mul(terms.losses.value, m.column(factors));
  if (objective.offPolicyMask !== undefined) {
    const rolloutLogprobs = input.rolloutLogprobs === undefined ? tokens.oldLogprobs : column(input.rolloutLogprobs);
    const divergence = ops.sequenceMean(ops.sub(rolloutLogprobs, ops.detach(tokens.logprobs)));
    const isFar = ops.greater(divergence, objective.offPolicyMask.threshold);
    const isMasked = ops.and(isFar, ops.greater(0, tokens.advantages));
    losses = m.where(isMasked, 0, losses);
    policyWeights = m.where(isMasked, 0, policyWeights);
    metrics['actor/off_policy_masked_fraction'] = m.share(isMasked);
  }
  let loss = m.dot(weights, losses);
  let gradient = weightedDerivative(m, terms.losses, policyWeights);
  metrics['actor/pg_loss'] = loss;
  for (const [name, metric] of Object.entries(terms.metrics)) metrics[name] = average(m, metric);

  if (objective.kl !== undefined) {
    const { coefficient, kind, bounded, biasCorrection } = objective.kl;
    const estimates = klEstimate(ops, ops.sub(tokens.logprobs, column(input.referenceLogprobs!)), kind, bounded);
    const ratios = (): Dual<V> => ops.exp(limitLogRatios(ops, tokens.logRatios, BIAS_CORRECTION_LOG_RATIO_LIMIT));
    const kl = biasCorrection ? ops.mul(ratios(), estimates) : estimates;
    metrics['actor/kl_loss'] = m.dot(weights, kl.value);
    metrics['actor/kl_coef'] = m.scalar(coefficient);
    loss = m.plusTimes(loss, metrics['actor/kl_loss'], coefficient);
    gradient = m.add(gradient, weightedDerivative(m, kl, m.mul(weights, coefficient)));
  }
  if (entropies !== undefined) {
    metrics['actor/entropy'] = m.dot(weights, entropies);
    if (objective.entropy) loss = m.plusTimes(loss, metrics['actor/entropy'], -objective.entropy.coefficient);
  }
  return { loss, gradient, weights, losses, metrics };
}

/** @returns The inputs of loss formulas. @param column - Picks the counted tokens of an array of the batch, as constants. */
export function lossTokens<X, C>(
  ops: FormulaOperations<X, C>,
  column: (values: ArrayLike<number>) => X,
  logprobs: X,
  input: Pick<PolicyLossInput, 'oldLogprobs' | 'advantages' | 'rolloutWeights'>,
): LossTokens<X> {
  const oldLogprobs = column(input.oldLogprobs);
  return {
    logprobs,
    oldLogprobs,
    logRatios: ops.sub(logprobs, oldLogprobs),
    advantages: column(input.advantages),
    rolloutWeights: input.rolloutWeights && column(input.rolloutWeights),
  };
}

/**
 * @returns ρ^rollout_t times the policy mask, shape [M]; undefined if every factor is 1. Both are constants, so they are computed in
 *   float64 for any arithmetic.
 */
function constantFactors(
  batch: CountedBatch,
  { rolloutWeights, policyMask }: Pick<PolicyLossInput, 'rolloutWeights' | 'policyMask'>,
  rule: Loss,
  options: unknown,
): Float64Array | undefined {
  let factors = rolloutWeights && batch.pick(rolloutWeights);
  if (factors !== undefined && rule.importance !== undefined) {
    const ops = dualOperations(float64Arithmetic(batch.offsets));
    factors = rule.importance(ops, constant(factors), options)?.value;
  }
  if (policyMask === undefined) return factors;
  return batch.pick(policyMask).map((bit, t) => (bit === 0 ? 0 : (factors?.[t] ?? 1)));
}

function average<V, C, S>(m: TokenArithmetic<V, C, S>, metric: Metric<Dual<V>, C>): S {
  if (typeof metric === 'number') return m.scalar(metric);
  return 'mean' in metric ? m.mean(metric.mean.value) : m.share(metric.share);
}
