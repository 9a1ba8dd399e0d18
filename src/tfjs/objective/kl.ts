import * as tf from '@tensorflow/tfjs-core';
import { parseOptions } from '../../base/internal/index.js';
import type { KlKind } from '../../base/index.js';
import { klKindSchema } from '../../objective/kl.js';
import { detach } from './internal/detach.js';
import { klTensors } from './internal/kl-tensors.js';
import { scope } from '../kernel/internal/memory/scope.js';
import { expectTensor } from '../kernel/internal/tensor-arguments.js';
import { withGradients } from './internal/with-gradients.js';

/**
 * `klPenalty` of `objective/` on tensors: one estimate a token, differentiable with respect to `logprobs`.
 *
 * @param logprobs - log π; shape [N].
 * @param referenceLogprobs - log π_ref; shape [N].
 * @throws RangeError for an unknown kind or shapes that differ; TypeError for anything but a float32 tensor.
 */
export function klPenaltyFromLogprobs(
  logprobs: tf.Tensor1D,
  referenceLogprobs: ArrayLike<number>,
  kind: KlKind,
): tf.Tensor1D {
  parseOptions(klKindSchema, kind, 'kind');
  expectTensor('logprobs', logprobs, [referenceLogprobs.length], 'referenceLogprobs');
  return scope(() => {
    const x = tf.sub<tf.Tensor1D>(detach(logprobs), tf.tensor1d(Float32Array.from(referenceLogprobs)));
    const { values, derivatives } = klTensors(x, kind);
    return withGradients(values, [logprobs], [derivatives]);
  });
}
