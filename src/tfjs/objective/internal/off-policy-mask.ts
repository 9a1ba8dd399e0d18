import * as tf from '@tensorflow/tfjs-core';
import type { OffPolicyMask } from '../../../base/index.js';
import { indicator, type LossTensors } from './loss-tensors.js';

/** m_t = 0 where A_t < 0 and the mean of log π_rollout − log π over its sequence is above δ; else 1; shape [N]. */
export function offPolicyMask(
  { logprobs, advantages, sequences }: LossTensors,
  rolloutLogprobs: tf.Tensor1D,
  { threshold }: OffPolicyMask,
): tf.Tensor1D {
  const moved = sequences.spread(sequences.mean(tf.sub(rolloutLogprobs, logprobs)));
  return indicator(tf.logicalOr(tf.greaterEqual(advantages, 0), tf.lessEqual(moved, threshold)));
}
