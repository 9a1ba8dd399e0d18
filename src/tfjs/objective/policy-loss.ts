import * as tf from '@tensorflow/tfjs-core';
import type { Objective } from '../../base/index.js';
import { countedLengths, parseOptions } from '../../base/internal/index.js';
import { checkPolicyLossInput, importanceFactors, lossWeightsOf, objectiveSchema } from '../../objective/compat.js';
import type { FilledLoss, FilledObjective } from '../../objective/compat.js';
import type { PolicyLossInput } from '../../objective/index.js';
import { readWithoutWaiting } from '../internal/memory/read-without-waiting.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor } from '../internal/tensor-arguments.js';
import { countedMask, countedMean, sequencesOf, type LossOutputs, type LossTensors } from './internal/loss-tensors.js';
import { clipLoss } from './internal/losses/clip.js';
import { clipCovLoss, klCovLoss } from './internal/losses/covariance.js';
import { dppoLoss, droLoss } from './internal/losses/divergence.js';
import { sapoLoss } from './internal/losses/sapo.js';
import { cispoLoss, scoreFunctionLoss } from './internal/losses/score-function.js';
import { gmpoLoss, gspoLoss, vespoLoss } from './internal/losses/sequence.js';
import { offPolicyMask } from './internal/off-policy-mask.js';
import { detach, withGradients } from './internal/tape.js';
import { biasCorrected, klTensors } from './kl.js';

/**
 * What `policyLoss` of `objective/` takes, with the two arrays that depend on the weights as tensors of shape [N]:
 * `policyLossFromLogprobs({ ...batch, logprobs }, grpoRoc())`.
 */
export interface TensorPolicyLossInput extends Omit<PolicyLossInput, 'logprobs' | 'entropies'> {
  readonly logprobs: tf.Tensor1D;
  readonly entropies?: tf.Tensor1D | undefined;
}

/** A loss as tensors; only `loss` carries a gradient. */
export interface TensorPolicyLoss {
  /** Scalar; differentiable with respect to `logprobs`, and to `entropies` with an entropy bonus. */
  readonly loss: tf.Scalar;
  /** The policy loss of each token before its weight, importance weight included; shape [N]; 0 outside the mask. */
  readonly losses: tf.Tensor1D;
  /** Scalars under verl's names. Means are over counted tokens. */
  readonly metrics: { readonly [name: string]: tf.Scalar };
}

/**
 * The loss of an objective on packed tokens, as tensors: the same family, options and names as `policyLoss`.
 *
 * loss = Σ_t w_t (m_t ρ^rollout_t ℓ_t + β kl_t − c H_t)
 *
 * The derivative is the exact one of `objective/`, not autodiff through clips and maxima. A batch without counted tokens
 * has loss zero and gradient zero.
 *
 * @throws RangeError for shapes that do not fit, for values of counted tokens that are not finite, and for a batch whose
 *   weights were made by another aggregation than the objective's; TypeError for an array that the objective needs and was
 *   not given. Tensors on WebGL and WebGPU are checked by shape and type only, because reading them would stall the device;
 *   where a counted logprob there is not finite, loss and gradient are NaN.
 *
 * @example
 * const { loss } = policyLossFromLogprobs({ logprobs: tf.tensor1d([-1, -1]), oldLogprobs, advantages, ...layout }, grpoRoc());
 */
export function policyLossFromLogprobs(input: TensorPolicyLossInput, objective: Objective): TensorPolicyLoss {
  const parsed = parseOptions(objectiveSchema, objective, 'objective');
  const { logprobs, entropies } = input;
  const length = input.responseMask.length;
  expectTensor('input.logprobs', logprobs, [length], 'the response mask');
  if (entropies !== undefined) expectTensor('input.entropies', entropies, [length], 'the response mask');
  const read = (tensor: tf.Tensor1D): ArrayLike<number> => readWithoutWaiting(tensor) ?? new Float32Array(length);
  checkPolicyLossInput(
    { ...input, logprobs: read(logprobs), entropies: entropies && read(entropies) },
    { kl: parsed.kl !== undefined, entropy: parsed.entropy !== undefined },
  );
  return scope(() => {
    const detached = { ...input, logprobs: detach(logprobs), entropies: entropies && detach(entropies) };
    const computed = computePolicyLoss(detached, parsed);
    // Where values could not be looked at, limits may have turned a NaN into a number.
    const { loss, gradients, losses, metrics } =
      readWithoutWaiting(logprobs) === undefined ? nanUnlessFinite(computed, detached) : computed;
    return {
      loss: withGradients(loss, entropies === undefined ? [logprobs] : [logprobs, entropies], gradients),
      losses,
      metrics,
    };
  });
}

/** A loss and its derivatives with respect to the logprobs and, where there are any, the entropies. */
interface LossAndGradients {
  readonly loss: tf.Scalar;
  readonly gradients: readonly tf.Tensor1D[];
  readonly losses: tf.Tensor1D;
  readonly metrics: { readonly [name: string]: tf.Scalar };
}

function computePolicyLoss(batch: TensorPolicyLossInput, objective: FilledObjective): LossAndGradients {
  const { responseMask, policyMask } = batch;
  const upload = (values: ArrayLike<number>): tf.Tensor1D =>
    tf.tensor1d(Float32Array.from(responseMask, (bit, t) => (bit === 0 ? 0 : values[t]!)));
  const mask = upload(new Float32Array(responseMask.length).fill(1));
  const counted = (values: tf.Tensor1D): tf.Tensor1D => tf.where(tf.greater(mask, 0), values, tf.zerosLike(mask));

  const base = lossWeightsOf(batch, objective);
  const importance = importanceFactors(batch, objective.loss);
  const factors = Float64Array.from(responseMask, (_, t) => (policyMask?.[t] === 0 ? 0 : (importance?.[t] ?? 1)));
  const weights = Float64Array.from(responseMask, (bit, t) => (bit === 0 ? 0 : base[t]! * factors[t]!));
  const counts = countedLengths(batch);
  const logprobs = counted(batch.logprobs);
  const tensors: LossTensors = {
    logprobs,
    logRatios: tf.sub(logprobs, upload(batch.oldLogprobs)),
    advantages: upload(batch.advantages),
    weights: upload(weights),
    mask,
    count: counts.reduce((sum, n) => sum + n, 0),
    sequences: sequencesOf(batch.offsets, counts, responseMask.length),
    host: { ...batch, rolloutWeights: batch.rolloutWeights },
  };
  const stays =
    objective.offPolicyMask &&
    offPolicyMask(tensors, upload(batch.rolloutLogprobs ?? batch.oldLogprobs), objective.offPolicyMask);
  const staying = (values: tf.Tensor1D): tf.Tensor1D => (stays === undefined ? values : tf.mul(values, stays));
  const terms = lossTerms(
    { ...tensors, weights: staying(tensors.weights) },
    objective.loss,
    batch.selectedTokens && upload(batch.selectedTokens),
  );

  const losses: tf.Tensor1D = staying(tf.mul(counted(terms.losses), upload(factors)));
  const baseWeights = upload(base);
  const total = (values: tf.Tensor1D): tf.Scalar => tf.sum(tf.mul(baseWeights, values));
  const policy = total(losses);
  const metrics: { [name: string]: tf.Scalar } = { 'actor/pg_loss': policy, ...terms.metrics };
  if (stays !== undefined) metrics['actor/off_policy_masked_fraction'] = countedMean(tf.sub(1, stays), tensors);
  let loss = policy;
  let gradient = terms.gradient;
  if (objective.kl !== undefined) {
    const { coefficient, kind, bounded, biasCorrection } = objective.kl;
    const estimates = klTensors(tf.sub(logprobs, upload(batch.referenceLogprobs!)), kind, bounded);
    const { values, derivatives } = biasCorrection ? biasCorrected(estimates, tensors.logRatios) : estimates;
    metrics['actor/kl_loss'] = total(values);
    metrics['actor/kl_coef'] = tf.scalar(coefficient);
    loss = tf.add(loss, tf.mul(metrics['actor/kl_loss'], coefficient));
    gradient = tf.add(gradient, tf.mul(tf.mul(baseWeights, derivatives), coefficient));
  }
  if (batch.entropies === undefined) return { loss, gradients: [gradient], losses, metrics };
  metrics['actor/entropy'] = total(counted(batch.entropies));
  const bonus = objective.entropy?.coefficient ?? 0;
  if (bonus !== 0) loss = tf.sub(loss, tf.mul(metrics['actor/entropy'], bonus));
  return { loss, gradients: [gradient, tf.mul(baseWeights, -bonus)], losses, metrics };
}

/** @returns The same, with loss and gradients NaN where a counted logprob is not finite. */
function nanUnlessFinite(
  computed: LossAndGradients,
  { logprobs, responseMask }: TensorPolicyLossInput,
): LossAndGradients {
  const broken = tf.logicalAnd(tf.logicalNot(tf.isFinite(logprobs)), countedMask({ responseMask }));
  const anyBroken = tf.any(broken);
  const orNaN = <T extends tf.Tensor>(values: T): T =>
    tf.where(tf.broadcastTo(anyBroken, values.shape), tf.fill(values.shape, NaN), values) as T;
  const loss = orNaN(computed.loss);
  return {
    ...computed,
    loss,
    gradients: computed.gradients.map(orNaN),
    metrics: { ...computed.metrics, 'actor/pg_loss': orNaN(computed.metrics['actor/pg_loss']!) },
  };
}

function lossTerms(tensors: LossTensors, loss: FilledLoss, selected: tf.Tensor1D | undefined): LossOutputs {
  switch (loss.kind) {
    case 'clip':
      return clipLoss(tensors, loss);
    case 'gspo':
      return gspoLoss(tensors, loss);
    case 'sapo':
      return sapoLoss(tensors, loss);
    case 'cispo':
      return cispoLoss(tensors, loss);
    case 'dppo':
      return dppoLoss(tensors, loss);
    case 'dro':
      return droLoss(tensors, loss);
    case 'gmpo':
      return gmpoLoss(tensors, loss);
    case 'vespo':
      return vespoLoss(tensors, loss);
    case 'clip-cov':
      return clipCovLoss(tensors, loss, selected);
    case 'kl-cov':
      return klCovLoss(tensors, loss, selected);
    case 'gpg':
    case 'reinforce':
    case 'cross-entropy':
      return scoreFunctionLoss(tensors, loss);
  }
}
