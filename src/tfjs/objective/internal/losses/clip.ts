import * as tf from '@tensorflow/tfjs-core';
import type { FilledLoss } from '../../../../objective/compat.js';
import { clamp, indicator, type LossOutputs, type LossTensors } from '../loss-tensors.js';
import { tokenLosses } from './token-losses.js';

/** ℓ = −min(min(ρ, δ) A, clip(ρ, 1 − ε_low, 1 + ε_high) A), and for A < 0 at most −c A. */
export function clipLoss(tensors: LossTensors, options: FilledLoss<'clip'>): LossOutputs {
  const { clipLow, clipHigh, dualClip, delta = Infinity } = options;
  return tokenLosses(tensors, options.logRatioLimit, ({ ratios, inside, advantages }) => {
    const below = clamp(ratios, -Infinity, delta);
    const clamped = clamp(ratios, 1 - clipLow, 1 + clipHigh);
    const minusA = tf.neg(advantages);
    const plain: tf.Tensor1D = tf.mul(minusA, below);
    const atBound: tf.Tensor1D = tf.mul(minusA, clamped);
    const clipped = tf.greater(atBound, plain);
    const losses = tf.maximum<tf.Tensor1D>(plain, atBound);
    const moves = tf.where(clipped, indicator(tf.equal(clamped, ratios)), indicator(tf.equal(below, ratios)));
    const derivatives = tf.mul<tf.Tensor1D>(tf.mul(minusA, ratios), tf.mul(moves, inside));
    if (dualClip === undefined) return { losses, derivatives, clipped: indicator(clipped) };
    const most = tf.mul(minusA, dualClip);
    const lower = tf.logicalAnd(tf.less(advantages, 0), tf.greater(losses, most));
    return {
      losses: tf.where(lower, most, losses) as tf.Tensor1D,
      derivatives: tf.mul(derivatives, tf.sub(1, indicator(lower))),
      clipped: indicator(clipped),
      clippedLower: indicator(lower),
    };
  });
}
