import * as tf from '@tensorflow/tfjs-core';
import type { FilledLoss } from '../../../../objective/compat.js';
import { indicator, type LossOutputs, type LossTensors } from '../loss-tensors.js';
import { tokenLosses } from './token-losses.js';

/** SAPO: ℓ = −(4 / τ) σ(τ (ρ − 1)) A. */
export function sapoLoss(tensors: LossTensors, options: FilledLoss<'sapo'>): LossOutputs {
  return tokenLosses(tensors, options.logRatioLimit, ({ ratios, inside, advantages }) => {
    const positive = indicator(tf.greater(advantages, 0));
    const temperatures = tf.add<tf.Tensor1D>(
      tf.mul(positive, options.temperaturePositive - options.temperatureNegative),
      options.temperatureNegative,
    );
    const gates = tf.sigmoid(tf.mul(temperatures, tf.sub(ratios, 1)));
    const derivatives = tf.mul(tf.mul(gates, tf.sub(1, gates)), tf.mul(ratios, advantages));
    return {
      losses: tf.mul(tf.mul(tf.div(-4, temperatures), gates), advantages),
      derivatives: tf.mul(tf.mul(derivatives, -4), inside),
    };
  });
}
