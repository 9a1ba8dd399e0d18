import * as tf from '@tensorflow/tfjs-core';
import { VESPO_LOG_BOUNDS, finiteLogRatioLimit, type FilledLoss } from '../../../../objective/compat.js';
import { clamp, countedMean, indicator, type LossOutputs, type LossTensors } from '../loss-tensors.js';

/** GSPO: ℓ_t = −min(s A_t, clip(s) A_t), s = exp(mean of log ρ over the sequence); gradient of its token form. */
export function gspoLoss(tensors: LossTensors, options: FilledLoss<'gspo'>): LossOutputs {
  const { logRatios, advantages, weights, sequences } = tensors;
  const limit = finiteLogRatioLimit(options.logRatioLimit);
  const means = sequences.mean(logRatios);
  const inside = sequences.spread(indicator(tf.lessEqual(means, limit)));
  const ratios = sequences.spread(tf.exp(clamp(means, -Infinity, limit)));
  const clamped = clamp(ratios, 1 - options.clipLow, 1 + options.clipHigh);
  const minusA = tf.neg(advantages);
  const plain: tf.Tensor1D = tf.mul(minusA, ratios);
  const atBound: tf.Tensor1D = tf.mul(minusA, clamped);
  const clipped = indicator(tf.greater(atBound, plain));
  // A clipped loss still moves where the bound is the ratio itself.
  const moves = tf.mul(tf.maximum(tf.sub(1, clipped), indicator(tf.equal(clamped, ratios))), inside);
  return {
    losses: tf.maximum(plain, atBound),
    gradient: tf.mul(tf.mul(plain, weights), moves),
    metrics: {
      'actor/pg_clipfrac': countedMean(clipped, tensors),
      'actor/ppo_kl': tf.neg(countedMean(logRatios, tensors)),
      'actor/pg_clipfrac_lower': tf.scalar(0),
    },
  };
}

/** GMPO: ℓ_t = −Â exp(mean of log ρ, each clipped to [−ε_low, ε_high] on the side that the token's advantage makes worse). */
export function gmpoLoss(tensors: LossTensors, { clipLow, clipHigh, countEpsilon }: FilledLoss<'gmpo'>): LossOutputs {
  const { logRatios, advantages, weights, sequences, mask } = tensors;
  const mean = (values: tf.Tensor1D): tf.Tensor1D => sequences.mean(values, countEpsilon);
  const signs = tf.sign(advantages);
  const clamped = clamp(logRatios, -clipLow, clipHigh);
  const pessimistic = tf.mul<tf.Tensor1D>(signs, tf.minimum(tf.mul(signs, logRatios), tf.mul(signs, clamped)));
  const losses = tf.neg(tf.mul<tf.Tensor1D>(mean(advantages), tf.exp(mean(pessimistic))));
  // Every token of a sequence shares its loss, and moves it by 1 / |o_i| of itself.
  const gradient = sequences.spread(tf.mul(losses, mean(weights)));
  const moves = tf.mul<tf.Tensor1D>(tf.abs(signs), indicator(tf.equal(pessimistic, logRatios)));
  const outside = indicator(tf.notEqual(clamped, logRatios));
  return {
    losses: sequences.spread(losses),
    gradient: tf.mul(tf.mul(gradient, moves), mask),
    metrics: {
      'actor/pg_clipfrac': countedMean(tf.mul(outside, indicator(tf.greater(advantages, 0))), tensors),
      'actor/ppo_kl': tf.neg(countedMean(logRatios, tensors)),
      'actor/pg_clipfrac_lower': countedMean(tf.mul(outside, indicator(tf.less(advantages, 0))), tensors),
    },
  };
}

/** VESPO: ℓ_t = −sg[φ(W)] A_t log π_t, φ(W) = W^k exp(λ (1 − W)), W = Π ρ_t · (importance weights) over the sequence. */
export function vespoLoss(tensors: LossTensors, { positive, negative }: FilledLoss<'vespo'>): LossOutputs {
  const { logRatios, advantages, weights, logprobs, sequences, host } = tensors;
  const [least, most] = VESPO_LOG_BOUNDS;
  const logImportance = Float32Array.from(host.responseMask, (bit, t) => {
    const log = Math.log(host.rolloutWeights?.[t] ?? 1);
    return bit === 0 ? 0 : Math.min(Math.max(log, least), most);
  });
  const sums = sequences.sum(tf.add(clamp(logRatios, -most, most), tf.tensor1d(logImportance)));
  const logWeights = sequences.spread(clamp(sums, least, most));
  const up = indicator(tf.greaterEqual(advantages, 0));
  const choose = (of: 'k' | 'lambda'): tf.Tensor => tf.add(tf.mul(up, positive[of] - negative[of]), negative[of]);
  const [k, lambda] = [choose('k'), choose('lambda')];
  const phis = tf.exp<tf.Tensor1D>(tf.add(tf.mul(k, logWeights), tf.mul(lambda, tf.sub(1, tf.exp(logWeights)))));
  const derivatives = tf.neg(tf.mul<tf.Tensor1D>(phis, advantages));
  return {
    losses: tf.mul(derivatives, logprobs),
    gradient: tf.mul(derivatives, weights),
    metrics: {
      'actor/pg_clipfrac': tf.scalar(0),
      'actor/ppo_kl': tf.neg(countedMean(logRatios, tensors)),
      'actor/pg_clipfrac_lower': tf.scalar(0),
      'vespo/phi_seq_mean': countedMean(phis, tensors),
    },
  };
}
