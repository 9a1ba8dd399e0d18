import * as tf from '@tensorflow/tfjs-core';
import { aggregationWeights, checkArgument, checkLength, LAYOUT, maskedCount } from '../../base/internal/index.js';
import { VALUE_CLIP } from '../../objective/compat.js';
import type { ValueLossInput, ValueLossOptions } from '../../objective/index.js';
import { readWithoutWaiting } from '../internal/memory/read-without-waiting.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor } from '../internal/tensor-arguments.js';
import { clamp, countedMask, indicator } from './internal/loss-tensors.js';
import { detach, withGradients } from './internal/tape.js';

/** What `valueLoss` takes, with the values as a tensor. */
export interface TensorValueLossInput extends Omit<ValueLossInput, 'values'> {
  /** V under the weights being trained; shape [N]. */
  readonly values: tf.Tensor1D;
}

/**
 * `valueLoss` of `objective/` on tensors; differentiable with respect to `values`.
 *
 * ℓ = ½ max((V − R)², (clip(V, V_old − ε, V_old + ε) − R)²)
 *
 * @returns The loss, and the share of counted tokens whose clipped loss was the larger; scalars.
 * @throws RangeError for shapes that do not fit; TypeError for anything but a float32 tensor.
 *
 * @example
 * const { loss } = valueLossFromValues({ ...layout, values: tf.tensor1d([0.5, 0.5]), oldValues: [0.5, 0.5], returns: [1, 1] });
 */
export function valueLossFromValues(
  input: TensorValueLossInput,
  { clip = VALUE_CLIP, aggregation = 'token-mean' }: ValueLossOptions = {},
): { readonly loss: tf.Scalar; readonly clipFraction: tf.Scalar } {
  checkArgument(input, 'input', { values: 'an object', ...LAYOUT });
  if (!(clip > 0)) throw new RangeError(`options.clip: expected more than 0, got ${clip}`);
  const { values, oldValues, returns, responseMask } = input;
  expectTensor('input.values', values, [responseMask.length], 'the response mask');
  const read = readWithoutWaiting(values);
  for (const [name, array] of Object.entries({ ...(read && { values: read }), oldValues, returns })) {
    checkLength(array, `input.${name}`, responseMask.length, 'response mask');
    for (let t = 0; t < array.length; t++)
      if (responseMask[t] !== 0 && !Number.isFinite(array[t]))
        throw new RangeError(`input.${name}[${t}]: expected a finite number, got ${array[t]}`);
  }
  return scope(() => {
    const counted = countedMask(input);
    const weights = tf.tensor1d(Float32Array.from(aggregationWeights(input, aggregation)));
    const only = (x: tf.Tensor1D): tf.Tensor1D => tf.where(counted, x, tf.zerosLike(x));
    const host = (x: ArrayLike<number>): tf.Tensor1D => only(tf.tensor1d(Float32Array.from(x)));
    const [value, old, target] = [only(detach(values)), host(oldValues), host(returns)];
    const clamped = tf.add<tf.Tensor1D>(old, clamp(tf.sub(value, old), -clip, clip));
    const [error, clampedError] = [tf.sub(value, target), tf.sub(clamped, target)];
    const clipped = tf.greater(tf.square(clampedError), tf.square(error));
    const losses = tf.mul(0.5, tf.square(tf.where(clipped, clampedError, error)));
    const gradient = tf.mul(weights, tf.mul(error, indicator(tf.logicalNot(clipped))));
    return {
      loss: withGradients(tf.sum(tf.mul(losses, weights)), [values], [gradient]),
      clipFraction: tf.div(
        tf.sum(tf.mul(indicator(clipped), indicator(counted))),
        Math.max(1, maskedCount(responseMask)),
      ),
    };
  });
}
