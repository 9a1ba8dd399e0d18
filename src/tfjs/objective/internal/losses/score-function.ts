import * as tf from '@tensorflow/tfjs-core';
import { clamp, indicator, type LossOutputs, type LossTensors } from '../loss-tensors.js';
import { tokenLosses } from './token-losses.js';

/** SAPO: ℓ = −(4 / τ) σ(τ (ρ − 1)) A. */
export function sapoLoss(
  tensors: LossTensors,
  options: {
    readonly temperaturePositive: number;
    readonly temperatureNegative: number;
    readonly logRatioLimit: number;
  },
): LossOutputs {
  return tokenLosses(tensors, options.logRatioLimit, ({ ratios, inside, advantages }) => {
    const positive = indicator(tf.greater(advantages, 0));
    const temperatures = tf.add<tf.Tensor1D>(
      tf.mul(positive, options.temperaturePositive - options.temperatureNegative),
      options.temperatureNegative,
    );
    const gates = tf.sigmoid(tf.mul(temperatures, tf.sub(ratios, 1)));
    const slopes = tf.mul(tf.mul(gates, tf.sub(1, gates)), tf.mul(ratios, advantages));
    return {
      losses: tf.mul(tf.mul(tf.div(-4, temperatures), gates), advantages),
      derivatives: tf.mul(tf.mul(slopes, -4), inside),
    };
  });
}

/** CISPO: ℓ = −sg[clip(ρ, 1 − ε_low, 1 + ε_high)] A log π. */
export function cispoLoss(
  tensors: LossTensors,
  options: { readonly clipLow: number; readonly clipHigh: number; readonly logRatioLimit: number },
): LossOutputs {
  return tokenLosses(tensors, options.logRatioLimit, ({ ratios, logprobs, advantages }) => {
    const factors = clamp(ratios, 1 - options.clipLow, 1 + options.clipHigh);
    const derivatives = tf.neg(tf.mul<tf.Tensor1D>(factors, advantages));
    return {
      losses: tf.mul(derivatives, logprobs),
      derivatives,
      clipped: indicator(tf.notEqual(factors, ratios)),
    };
  });
}

/** GPG and REINFORCE: ℓ = −A log π; cross-entropy: ℓ = −log π. */
export function scoreFunctionLoss(tensors: LossTensors, kind: 'gpg' | 'reinforce' | 'cross-entropy'): LossOutputs {
  return tokenLosses(tensors, Infinity, ({ logprobs, advantages }) => {
    const derivatives = kind === 'cross-entropy' ? tf.neg(tf.onesLike(advantages)) : tf.neg(advantages);
    return { losses: tf.mul(derivatives, logprobs), derivatives };
  });
}
