import * as tf from '@tensorflow/tfjs-core';
import type { Aggregation, TokenLayout } from '../../base/index.js';
import { aggregationWeights, checkArgument, LAYOUT } from '../../base/internal/index.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor } from '../internal/tensor-arguments.js';
import { detach, withGradients } from './internal/tape.js';

/**
 * `aggregateLoss` of `objective/` on tensors, for token losses of your own; differentiable with respect to `losses`.
 *
 * @param losses - Shape [N]; never read outside the mask.
 * @returns Scalar; 0 for a batch without counted tokens.
 * @throws RangeError for shapes that do not fit; TypeError for anything but a float32 tensor.
 *
 * @example
 * const loss = aggregateTokenLosses(tf.tensor1d([1, 2, 3]), { offsets: [0, 2, 3], responseMask: [1, 1, 1] }, 'token-mean'); // 2
 */
export function aggregateTokenLosses(losses: tf.Tensor1D, layout: TokenLayout, aggregation: Aggregation): tf.Scalar {
  checkArgument(layout, 'layout', LAYOUT);
  expectTensor('losses', losses, [layout.responseMask.length], 'the response mask');
  return scope(() => {
    const weights = tf.tensor1d(Float32Array.from(aggregationWeights(layout, aggregation)));
    const mask = tf.tensor1d(
      Array.from(layout.responseMask, (bit) => bit !== 0),
      'bool',
    );
    const counted = tf.where(mask, detach(losses), tf.zerosLike(weights));
    return withGradients(tf.sum(tf.mul(counted, weights)), [losses], [weights]);
  });
}
