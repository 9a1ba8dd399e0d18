import * as tf from '@tensorflow/tfjs-core';
import type { KlKind } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { BIAS_CORRECTION_LOG_RATIO_LIMIT, k3Bounds, klKindSchema, klOptionsSchema } from '../../objective/compat.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor } from '../internal/tensor-arguments.js';
import { clamp, indicator } from './internal/loss-tensors.js';
import { detach, withGradients } from './internal/tape.js';

/**
 * `klPenalty` of `objective/` on tensors: one estimate a token, differentiable with respect to `logprobs`.
 *
 * @param logprobs - log π; shape [N].
 * @param referenceLogprobs - log π_ref; shape [N].
 * @param options - `bounded`: whether k3 is cut off, as `KlTerm` says. Default true.
 * @throws RangeError for an unknown kind or shapes that differ; TypeError for anything but a float32 tensor.
 *
 * @example
 * const penalties = klPenaltyFromLogprobs(tf.tensor1d([-1]), [-1.5], 'k3');
 */
export function klPenaltyFromLogprobs(
  logprobs: tf.Tensor1D,
  referenceLogprobs: ArrayLike<number>,
  kind: KlKind,
  options: { readonly bounded?: boolean | undefined } = {},
): tf.Tensor1D {
  const { bounded } = parseOptions(klOptionsSchema, options);
  parseOptions(klKindSchema, kind, 'kind');
  expectTensor('logprobs', logprobs, [referenceLogprobs.length], 'referenceLogprobs');
  return scope(() => {
    const x = tf.sub<tf.Tensor1D>(detach(logprobs), tf.tensor1d(Float32Array.from(referenceLogprobs)));
    const { values, derivatives } = klTensors(x, kind, bounded);
    return withGradients(values, [logprobs], [derivatives]);
  });
}

/** Estimates and their derivatives with respect to log π, shape [N]. */
export interface KlTensors {
  readonly values: tf.Tensor1D;
  readonly derivatives: tf.Tensor1D;
}

/** `klPenalty` of `objective/` as tensors. @param x - log π − log π_ref, shape [N]. */
export function klTensors(x: tf.Tensor1D, kind: KlKind, bounded: boolean): KlTensors {
  switch (kind) {
    case 'k1':
      return { values: x, derivatives: tf.onesLike(x) };
    case 'abs':
      return { values: tf.abs(x), derivatives: tf.sign(x) };
    case 'k2':
      return { values: tf.mul(0.5, tf.square(x)), derivatives: x };
    case 'k3':
      return k3(x, bounded);
    case 'k1+':
    case 'k2+':
    case 'k3+':
    case 'abs+':
      return { values: klTensors(x, kind.slice(0, -1) as KlKind, bounded).values, derivatives: x };
  }
}

/** The same weighed by ρ, through which the gradient goes too. @param logRatios - log π − log π_old, shape [N]. */
export function biasCorrected({ values, derivatives }: KlTensors, logRatios: tf.Tensor1D): KlTensors {
  const clamped = clamp(logRatios, -BIAS_CORRECTION_LOG_RATIO_LIMIT, BIAS_CORRECTION_LOG_RATIO_LIMIT);
  const ratios = tf.exp(clamped);
  const inside = indicator(tf.equal(clamped, logRatios));
  return {
    values: tf.mul(ratios, values),
    derivatives: tf.mul(ratios, tf.add(derivatives, tf.mul(values, inside))),
  };
}

function k3(x: tf.Tensor1D, bounded: boolean): KlTensors {
  const bounds = k3Bounds(bounded);
  const clamped = clamp(x, -bounds.logRatio, bounds.logRatio);
  // e^{−x} + x − 1 with the 1 taken off inside: what is left of it near 0 is x² / 2, which float32 would lose.
  const excess = tf.expm1<tf.Tensor1D>(tf.neg(clamped));
  const values: tf.Tensor1D = tf.add(excess, clamped);
  const within = tf.equal(clamped, x);
  const inside = bounded ? tf.logicalAnd(within, tf.lessEqual(values, bounds.value)) : within;
  return {
    values: bounded ? tf.minimum(values, bounds.value) : values,
    derivatives: tf.neg(tf.mul(excess, indicator(inside))),
  };
}
