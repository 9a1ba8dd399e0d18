import * as tf from '@tensorflow/tfjs-core';
import type { KlKind } from '../../../base/index.js';
import { clamp, indicator } from './loss-tensors.js';

/** k3's log-ratio is clamp within ±20 and its value within ±10; no gradient beyond. */
const K3_LOG_RATIO_LIMIT = 20;
const K3_LIMIT = 10;

/** Estimates and their derivatives with respect to log π, shape [N]. */
export interface KlTensors {
  readonly values: tf.Tensor1D;
  readonly derivatives: tf.Tensor1D;
}

/** `klPenalty` of `objective/` as tensors. @param x - log π − log π_ref, shape [N]. */
export function klTensors(x: tf.Tensor1D, kind: KlKind): KlTensors {
  switch (kind) {
    case 'k1':
      return { values: x, derivatives: tf.onesLike(x) };
    case 'abs':
      return { values: tf.abs(x), derivatives: tf.sign(x) };
    case 'k2':
      return { values: tf.mul(0.5, tf.square(x)), derivatives: x };
    case 'k3':
      return k3(x);
    case 'k1+':
    case 'k2+':
    case 'k3+':
    case 'abs+':
      return { values: klTensors(x, kind.slice(0, -1) as KlKind).values, derivatives: x };
  }
}

function k3(x: tf.Tensor1D): KlTensors {
  const clamped = clamp(x, -K3_LOG_RATIO_LIMIT, K3_LOG_RATIO_LIMIT);
  // e^{−x} + x − 1 with the 1 taken off inside: what is left of it near 0 is x² / 2, which float32 would lose.
  const excess = tf.expm1<tf.Tensor1D>(tf.neg(clamped));
  const values: tf.Tensor1D = tf.add(excess, clamped);
  const inside = tf.logicalAnd(tf.equal(clamped, x), tf.lessEqual(values, K3_LIMIT));
  return { values: tf.minimum(values, K3_LIMIT), derivatives: tf.neg(tf.mul(excess, indicator(inside))) };
}
