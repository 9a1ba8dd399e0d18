import * as tf from '@tensorflow/tfjs-core';
import { maskedMean } from '../../../../base/internal/index.js';
import { finiteLogRatioLimit, type FilledLoss } from '../../../../objective/compat.js';
import { clipCovTokens } from '../../../../objective/index.js';
import { readWithoutWaiting } from '../../../internal/memory/read-without-waiting.js';
import { clamp, countedMean, indicator, type LossOutputs, type LossTensors } from '../loss-tensors.js';
import { tokenLosses } from './token-losses.js';

/** (A − mean A)(log π − mean log π), means over the counted tokens; shape [N]; 0 outside the mask. */
function covariances(tensors: LossTensors): tf.Tensor1D {
  const { advantages, logprobs, mask, host } = tensors;
  const centered = tf.sub(advantages, maskedMean(host.advantages, host.responseMask));
  return tf.mul(tf.mul(centered, tf.sub(logprobs, countedMean(logprobs, tensors))), mask);
}

/**
 * The first tokens, in order of position, whose covariance is within bounds and that are not clipped anyway.
 *
 * @throws RangeError for a seed where the candidates are on a device: their order would have to be read back. Choose
 *   with `clipCovTokens` and pass `selectedTokens`.
 */
function droppedTokens(tensors: LossTensors, options: FilledLoss<'clip-cov'>): tf.Tensor1D {
  const { advantages, logRatios, logprobs, mask, count, host } = tensors;
  const { ratio, lower, upper, clipLow, clipHigh, seed } = options;
  if (seed !== undefined) {
    const values = readWithoutWaiting(logprobs);
    if (values === undefined)
      throw new RangeError(
        'objective.loss.seed: expected none on a backend whose tensors have to be waited for (or input.selectedTokens)',
      );
    return tf.tensor1d(Float32Array.from(clipCovTokens({ ...host, logprobs: values }, options)));
  }
  const covariance = covariances(tensors);
  const ratios = tf.exp<tf.Tensor1D>(logRatios);
  const clamped = clamp(ratios, 1 - clipLow, 1 + clipHigh);
  const minusA = tf.neg(advantages);
  const clippedAlready = tf.greater(tf.mul(minusA, clamped), tf.mul(minusA, ratios));
  const within = tf.logicalAnd(tf.greater(covariance, lower), tf.less(covariance, upper));
  const candidates = tf.mul<tf.Tensor1D>(indicator(tf.logicalAnd(within, tf.logicalNot(clippedAlready))), mask);
  const first = tf.lessEqual(tf.cumsum(candidates), Math.max(Math.floor(ratio * count), 1));
  return tf.mul(candidates, indicator(first));
}

/** Clip-Cov: ℓ = −min(ρ A, clip(ρ) A), and 0 for the tokens that are dropped. */
export function clipCovLoss(
  tensors: LossTensors,
  options: FilledLoss<'clip-cov'>,
  selected: tf.Tensor1D | undefined,
): LossOutputs {
  const dropped = selected ?? droppedTokens(tensors, options);
  const kept: tf.Tensor1D = tf.sub(1, dropped);
  const { losses, gradient, metrics } = tokenLosses(tensors, options.logRatioLimit, (tokens) => {
    const clamped = clamp(tokens.ratios, 1 - options.clipLow, 1 + options.clipHigh);
    const minusA = tf.neg(tokens.advantages);
    const plain: tf.Tensor1D = tf.mul(minusA, tokens.ratios);
    const atBound: tf.Tensor1D = tf.mul(minusA, clamped);
    const moves = tf.logicalOr(tf.equal(clamped, tokens.ratios), tf.greaterEqual(plain, atBound));
    return {
      losses: tf.mul(tf.maximum(plain, atBound), kept),
      derivatives: tf.mul(tf.mul(plain, indicator(moves)), tf.mul(tokens.inside, kept)),
      clipped: dropped,
    };
  });
  return {
    losses,
    gradient,
    metrics: { 'actor/pg_clipfrac': metrics['actor/pg_clipfrac']!, 'actor/ppo_kl': metrics['actor/ppo_kl']! },
  };
}

/** The tokens of highest covariance, as many as `ratio` of the counted ones and one at least. */
function payingTokens(tensors: LossTensors, ratio: number): tf.Tensor1D {
  const { mask, count } = tensors;
  if (count === 0) return tf.zerosLike(mask);
  const ranked = tf.where(tf.greater(mask, 0), covariances(tensors), tf.fill(mask.shape, -Infinity));
  const { indices } = tf.topk(ranked, Math.max(1, Math.floor(count * ratio)));
  return tf.scatterND(tf.expandDims(indices, 1), tf.onesLike(tf.cast(indices, 'float32')), mask.shape);
}

/** KL-Cov: ℓ = −ρ A, plus β |log ρ| for the tokens that pay. Its `actor/ppo_kl` is the mean of |log ρ|. */
export function klCovLoss(
  tensors: LossTensors,
  options: FilledLoss<'kl-cov'>,
  selected: tf.Tensor1D | undefined,
): LossOutputs {
  const paying = selected ?? payingTokens(tensors, options.ratio);
  const prices: tf.Tensor1D = tf.mul(paying, options.coefficient);
  const { losses, gradient } = tokenLosses(tensors, options.logRatioLimit, (tokens) => {
    const plain: tf.Tensor1D = tf.neg(tf.mul(tokens.advantages, tokens.ratios));
    return {
      losses: tf.add(plain, tf.mul(prices, tf.abs(tokens.logRatios))),
      derivatives: tf.mul(tf.add(plain, tf.mul(prices, tf.sign(tokens.logRatios))), tokens.inside),
    };
  });
  const limit = finiteLogRatioLimit(options.logRatioLimit);
  const distances = tf.abs(clamp(tensors.logRatios, -limit, limit));
  return { losses, gradient, metrics: { 'actor/ppo_kl': countedMean(distances, tensors) } };
}
