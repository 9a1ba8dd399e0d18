import * as tf from '@tensorflow/tfjs-core';
import type { FilledLoss } from '../../../../objective/compat.js';
import { clamp, indicator, type LossOutputs, type LossTensors } from '../loss-tensors.js';
import { tokenLosses } from './token-losses.js';

/** CISPO: ℓ = −sg[clip(ρ, 1 − ε_low, 1 + ε_high)] A log π. */
export function cispoLoss(tensors: LossTensors, options: FilledLoss<'cispo'>): LossOutputs {
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
export function scoreFunctionLoss(
  tensors: LossTensors,
  { kind }: FilledLoss<'gpg' | 'reinforce' | 'cross-entropy'>,
): LossOutputs {
  return tokenLosses(tensors, Infinity, ({ logprobs, advantages }) => {
    const derivatives = kind === 'cross-entropy' ? tf.neg(tf.onesLike(advantages)) : tf.neg(advantages);
    return { losses: tf.mul(derivatives, logprobs), derivatives };
  });
}
