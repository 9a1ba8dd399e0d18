import * as tf from '@tensorflow/tfjs-core';
import { BINARY_KL_EPSILON, DPPO_LOG_RATIO_LIMIT, type FilledLoss } from '../../../../objective/compat.js';
import { clamp, indicator, type LossOutputs, type LossTensors } from '../loss-tensors.js';
import { tokenLosses } from './token-losses.js';

/** DPPO: ℓ = −m sg[min(ρ, c)] A log π; m is 0 for a token that has moved too far in the direction of its advantage. */
export function dppoLoss(tensors: LossTensors, options: FilledLoss<'dppo'>): LossOutputs {
  const { divergence, limitLow, limitHigh, ratioLimit } = options;
  return tokenLosses(tensors, DPPO_LOG_RATIO_LIMIT, ({ ratios, logprobs, advantages }) => {
    const p = tf.exp(logprobs);
    const old = tf.exp(tf.sub<tf.Tensor1D>(logprobs, tensors.logRatios));
    const moved = tf.sub<tf.Tensor1D>(p, old);
    const divergences = divergence === 'tv' ? tf.abs(moved) : binaryKl(p, old, tensors.logRatios);
    const up = indicator(tf.greater(advantages, 0));
    const towards = tf.greater(tf.mul(tf.sub(tf.mul(up, 2), 1), moved), 0);
    const limits = tf.add(tf.mul(up, limitHigh - limitLow), limitLow);
    const isAway = indicator(tf.logicalAnd(towards, tf.greater(divergences, limits)));
    const kept = tf.sub<tf.Tensor1D>(1, isAway);
    const factors = tf.mul<tf.Tensor1D>(kept, clamp(ratios, -Infinity, ratioLimit));
    const derivatives = tf.neg(tf.mul<tf.Tensor1D>(factors, advantages));
    return {
      losses: tf.mul(derivatives, logprobs),
      derivatives,
      clipped: isAway,
      clippedLower: tf.mul(kept, indicator(tf.greater(ratios, ratioLimit))),
    };
  });
}

function binaryKl(p: tf.Tensor1D, old: tf.Tensor1D, logRatios: tf.Tensor1D): tf.Tensor1D {
  const others = (of: tf.Tensor1D) => tf.add(tf.sub(1, of), BINARY_KL_EPSILON);
  const ofOthers = tf.mul(tf.sub(1, old), tf.log(tf.div(others(old), others(p))));
  return tf.sub(ofOthers, tf.mul(old, logRatios));
}

/** DRO: ℓ = −(A log π − β/2 (log ρ)²). */
export function droLoss(tensors: LossTensors, { beta }: FilledLoss<'dro'>): LossOutputs {
  return tokenLosses(tensors, Infinity, ({ logprobs, advantages }) => {
    const { logRatios } = tensors;
    return {
      losses: tf.sub(tf.mul(tf.square(logRatios), beta / 2), tf.mul(advantages, logprobs)),
      derivatives: tf.sub<tf.Tensor1D>(tf.mul(logRatios, beta), advantages),
    };
  });
}
