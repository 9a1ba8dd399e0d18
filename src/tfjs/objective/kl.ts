import * as tf from '@tensorflow/tfjs-core';
import type { KlKind } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import {
  dualOperations,
  klEstimate,
  klKindSchema,
  klOptionsSchema,
  trained,
  weightedDerivative,
} from '../../objective/compat.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor } from '../internal/tensor-arguments.js';
import { detach, withGradients } from './internal/tape.js';
import { tensorArithmetic } from './internal/tensor-arithmetic.js';

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
    const arithmetic = tensorArithmetic(Int32Array.of(0, referenceLogprobs.length));
    const value = tf.sub<tf.Tensor1D>(detach(logprobs), tf.tensor1d(Float32Array.from(referenceLogprobs)));
    const estimates = klEstimate(dualOperations(arithmetic), trained(value), kind, bounded);
    const derivatives = weightedDerivative(arithmetic, estimates, tf.onesLike(value));
    return withGradients(estimates.value, [logprobs], [derivatives]);
  });
}
