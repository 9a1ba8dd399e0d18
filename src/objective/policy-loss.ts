import type { LossReport, Objective } from '../base/index.js';
import { checkArgument, maskedCount, parseOptions } from '../base/internal/index.js';
import { importanceFactors } from './internal/importance-factors.js';
import { klTerm } from './internal/kl-term.js';
import { lossWeightsOf } from './internal/loss-weights.js';
import { clipLoss } from './internal/losses/clip.js';
import { clipCovLoss, klCovLoss } from './internal/losses/covariance.js';
import { dppoLoss, droLoss } from './internal/losses/divergence.js';
import { sapoLoss } from './internal/losses/sapo.js';
import { cispoLoss, scoreFunctionLoss } from './internal/losses/score-function.js';
import { gmpoLoss, gspoLoss, vespoLoss } from './internal/losses/sequence.js';
import type { LossContext, LossTerms } from './internal/losses/token-losses.js';
import { objectiveSchema } from './internal/objective-schema.js';
import type { FilledLoss } from './internal/objective-schema.js';
import { offPolicyMask } from './internal/off-policy-mask.js';
import { checkPolicyLossInput } from './policy-loss-input.js';
import type { PolicyLossInput } from './policy-loss-input.js';

/** A loss with its exact gradient. Arrays have shape [N] and are 0 outside the mask. */
export interface PolicyLossResult {
  readonly loss: number;
  /** ∂ loss / ∂ log π_t: what a stack with its own autograd hands to its backward pass. */
  readonly gradient: Float64Array;
  /** ∂ loss / ∂ H_t; present with an entropy bonus. */
  readonly entropyGradient?: Float64Array;
  /** The policy loss of each token before its weight, importance weight included. */
  readonly losses: Float64Array;
  /** Under verl's names. Means are over counted tokens. */
  readonly metrics: { readonly [name: string]: number };
  /** Counted tokens: what metrics of parts are averaged by. */
  readonly tokens: number;
}

/**
 * The loss of an objective on packed tokens, with its exact derivative with respect to each token's logprob.
 *
 * loss = Σ_t w_t (m_t ρ^rollout_t ℓ_t + β kl_t − c H_t)
 *
 * A batch without counted tokens has loss zero and gradient zero. Parts of a batch that carry the batch's `lossWeights`
 * add up to its loss and gradient exactly.
 *
 * @throws RangeError for shapes that do not fit, for values of counted tokens that are not finite, and for a batch whose
 *   weights were made by another aggregation than the objective's; TypeError for an array that the objective needs and
 *   was not given.
 *
 * @example
 * const { loss, gradient } = policyLoss({ logprobs, oldLogprobs, advantages, ...layout }, grpoRoc());
 */
export function policyLoss(input: PolicyLossInput, objective: Objective): PolicyLossResult {
  const parsed = parseOptions(objectiveSchema, objective, 'objective');
  checkPolicyLossInput(input, { kl: parsed.kl !== undefined, entropy: parsed.entropy !== undefined });
  const { responseMask, policyMask } = input;
  const base = counted(lossWeightsOf(input, parsed), responseMask);
  const factors = importanceFactors(input, parsed.loss);
  const stays = parsed.offPolicyMask && offPolicyMask(input, parsed.offPolicyMask);
  const isOut = (t: number): boolean => responseMask[t] === 0 || policyMask?.[t] === 0 || stays?.[t] === 0;
  const factorOf = (t: number): number => (isOut(t) ? 0 : (factors?.[t] ?? 1));
  const context: LossContext = {
    ...input,
    weights: base.map((weight, t) => weight * factorOf(t)),
    rolloutWeights: input.rolloutWeights,
  };

  const terms = lossTerms(context, parsed.loss, input.selectedTokens);
  const losses = terms.losses.map((loss, t) => loss * factorOf(t));
  const policy = dot(base, losses);
  let loss = policy;
  const gradient = terms.gradient;
  const metrics: { [name: string]: number } = { 'actor/pg_loss': policy, ...terms.metrics };

  if (parsed.kl !== undefined) {
    const reference = counted(input.referenceLogprobs!, responseMask);
    const old = counted(input.oldLogprobs, responseMask);
    const { values, derivatives } = klTerm(counted(input.logprobs, responseMask), { reference, old }, parsed.kl);
    const kl = dot(base, values);
    loss += parsed.kl.coefficient * kl;
    for (let t = 0; t < gradient.length; t++) gradient[t]! += parsed.kl.coefficient * base[t]! * derivatives[t]!;
    metrics['actor/kl_loss'] = kl;
    metrics['actor/kl_coef'] = parsed.kl.coefficient;
  }
  const tokens = maskedCount(responseMask);
  if (stays !== undefined)
    metrics['actor/off_policy_masked_fraction'] = (stays.length - maskedCount(stays)) / Math.max(1, tokens);
  if (input.entropies !== undefined) metrics['actor/entropy'] = dot(base, counted(input.entropies, responseMask));
  const bonus = parsed.entropy?.coefficient;
  if (bonus !== undefined) loss -= bonus * metrics['actor/entropy']!;
  return {
    loss,
    gradient,
    ...(bonus !== undefined && { entropyGradient: base.map((weight) => -bonus * weight) }),
    losses,
    metrics,
    tokens,
  };
}

/** Which metrics are sums of weighted terms, so that those of parts add up; all others are means over counted tokens. */
const ADDITIVE: ReadonlySet<string> = new Set(['actor/pg_loss', 'actor/kl_loss', 'actor/entropy', 'tokens']);

/**
 * Joins the reports of micro-batches into that of their mini-batch: losses are added, means averaged by counted tokens.
 *
 * @param reports - Of parts that carried the mini-batch's loss weights: results of `policyLoss`, or a learner's, whose
 *   `metrics.tokens` says how many tokens were counted.
 * @throws TypeError for a report that does not say it.
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

function lossTerms(context: LossContext, loss: FilledLoss, selected: ArrayLike<number> | undefined): LossTerms {
  switch (loss.kind) {
    case 'clip':
      return clipLoss(context, loss);
    case 'gspo':
      return gspoLoss(context, loss);
    case 'sapo':
      return sapoLoss(context, loss);
    case 'cispo':
      return cispoLoss(context, loss);
    case 'dppo':
      return dppoLoss(context, loss);
    case 'dro':
      return droLoss(context, loss);
    case 'gmpo':
      return gmpoLoss(context, loss);
    case 'vespo':
      return vespoLoss(context, loss);
    case 'clip-cov':
      return clipCovLoss(context, loss, selected);
    case 'kl-cov':
      return klCovLoss(context, loss, selected);
    case 'gpg':
    case 'reinforce':
    case 'cross-entropy':
      return scoreFunctionLoss(context, loss);
  }
}

/** @returns The values at counted tokens, 0 elsewhere. */
function counted(values: ArrayLike<number>, mask: ArrayLike<number>): Float64Array {
  const kept = new Float64Array(values.length);
  for (let t = 0; t < kept.length; t++) if (mask[t] !== 0) kept[t] = values[t]!;
  return kept;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < a.length; t++) sum += a[t]! * b[t]!;
  return sum;
}
