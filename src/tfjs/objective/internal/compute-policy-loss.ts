import * as tf from '@tensorflow/tfjs-core';
import type { z } from 'zod';
import { type TokenLayout } from '../../../base/index.js';
import { aggregationWeights, countedLengths } from '../../../base/internal/index.js';
import type { objectiveSchema } from '../../../objective/internal/objective-schema.js';
import { scope } from '../../kernel/internal/memory/scope.js';
import { clipLoss } from './losses/clip.js';
import { clipCovLoss, klCovLoss } from './losses/covariance.js';
import { importanceFactors } from './importance.js';
import { klTensors } from './kl-tensors.js';
import { sequencesOf, type LossOutputs, type LossTensors } from './loss-tensors.js';
import { gmpoLoss, gspoLoss, vespoLoss } from './losses/sequence.js';
import { cispoLoss, sapoLoss, scoreFunctionLoss } from './losses/score-function.js';

/** An objective with every default filled in. */
type FilledObjective = z.output<typeof objectiveSchema>;

/** A checked batch; host arrays but for what depends on the weights. */
export interface LossBatch extends TokenLayout {
  readonly logprobs: tf.Tensor1D;
  readonly entropies: tf.Tensor1D | undefined;
  readonly oldLogprobs: ArrayLike<number>;
  readonly advantages: ArrayLike<number>;
  readonly lossWeights?: ArrayLike<number> | undefined;
  readonly referenceLogprobs?: ArrayLike<number> | undefined;
  readonly rolloutWeights?: ArrayLike<number> | undefined;
  readonly policyMask?: ArrayLike<number> | undefined;
  readonly selectedTokens?: ArrayLike<number> | undefined;
}

/** A loss and its derivatives with respect to the logprobs and, where there are any, the entropies. */
export interface LossAndGradients {
  readonly loss: tf.Scalar;
  readonly slopes: readonly tf.Tensor1D[];
  readonly losses: tf.Tensor1D;
  readonly metrics: { readonly [name: string]: tf.Scalar };
}

/** loss = Σ_t w_t (ρ^rollout_t ℓ_t + β kl_t − c H_t); see `policyLoss` in `objective/`. */
export function computePolicyLoss(batch: LossBatch, objective: FilledObjective): LossAndGradients {
  return scope(() => {
    const { responseMask, policyMask } = batch;
    const upload = (values: ArrayLike<number>): tf.Tensor1D =>
      tf.tensor1d(Float32Array.from(responseMask, (bit, t) => (bit === 0 ? 0 : values[t]!)));
    const mask = upload(Float32Array.from(responseMask, Number).fill(1));
    const counted = (values: tf.Tensor1D): tf.Tensor1D => tf.where(tf.greater(mask, 0), values, tf.zerosLike(mask));

    const given = objective.localWeights ? undefined : batch.lossWeights;
    const base = given ?? aggregationWeights(batch, objective.aggregation);
    const importance = importanceFactors(batch, objective.loss.kind);
    const factors = Float64Array.from(responseMask, (_, t) => (policyMask?.[t] === 0 ? 0 : (importance?.[t] ?? 1)));
    const weights = Float64Array.from(responseMask, (bit, t) => (bit === 0 ? 0 : base[t]! * factors[t]!));
    const counts = countedLengths(batch);
    const count = counts.reduce((sum, n) => sum + n, 0);
    const logprobs = counted(batch.logprobs);
    const terms = lossTerms(
      {
        logprobs,
        logRatios: tf.sub(logprobs, upload(batch.oldLogprobs)),
        advantages: upload(batch.advantages),
        weights: upload(weights),
        mask,
        count,
        sequences: sequencesOf(batch.offsets, counts, responseMask.length),
        host: { ...batch, weights, rolloutWeights: batch.rolloutWeights },
      },
      objective.loss,
      batch.selectedTokens && upload(batch.selectedTokens),
    );

    const losses: tf.Tensor1D = tf.mul(counted(terms.losses), upload(factors));
    const baseWeights = upload(base);
    const total = (values: tf.Tensor1D): tf.Scalar => tf.sum(tf.mul(baseWeights, values));
    const empty = objective.emptyBatch === 'nan' && count === 0 && isMean(objective.aggregation.kind);
    const policy = empty ? tf.scalar(NaN) : total(losses);
    const metrics: { [name: string]: tf.Scalar } = { 'actor/pg_loss': policy, ...terms.metrics };
    let loss = policy;
    let slope = terms.gradient;
    if (objective.kl !== undefined) {
      const { coefficient, kind } = objective.kl;
      const { values, derivatives } = klTensors(tf.sub(logprobs, upload(batch.referenceLogprobs!)), kind);
      metrics['actor/kl_loss'] = total(values);
      metrics['actor/kl_coef'] = tf.scalar(coefficient);
      loss = tf.add(loss, tf.mul(metrics['actor/kl_loss'], coefficient));
      slope = tf.add(slope, tf.mul(tf.mul(baseWeights, derivatives), coefficient));
    }
    if (batch.entropies === undefined) return { loss, slopes: [slope], losses, metrics };
    metrics['actor/entropy'] = total(counted(batch.entropies));
    const bonus = objective.entropy?.coefficient ?? 0;
    if (bonus !== 0) loss = tf.sub(loss, tf.mul(metrics['actor/entropy'], bonus));
    return { loss, slopes: [slope, tf.mul(baseWeights, -bonus)], losses, metrics };
  });
}

function lossTerms(
  tensors: LossTensors,
  loss: FilledObjective['loss'],
  selected: tf.Tensor1D | undefined,
): LossOutputs {
  switch (loss.kind) {
    case 'clip':
      return clipLoss(tensors, loss);
    case 'gspo':
      return gspoLoss(tensors, loss);
    case 'sapo':
      return sapoLoss(tensors, loss);
    case 'cispo':
      return cispoLoss(tensors, loss);
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
      return scoreFunctionLoss(tensors, loss.kind);
  }
}

function isMean(kind: string): boolean {
  return kind === 'token-mean' || kind === 'seq-mean-token-sum' || kind === 'seq-mean-token-mean';
}
