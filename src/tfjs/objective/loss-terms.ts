import * as tf from '@tensorflow/tfjs-core';
import type { Aggregation, KlKind, TokenLayout } from '../../base/index.js';
import {
  aggregationWeights,
  checkArgument,
  checkFinite,
  checkTokenLayout,
  LAYOUT,
  maskedCount,
  parseOptions,
} from '../../base/internal/index.js';
import {
  constant,
  dualOperations,
  klEstimate,
  klKindSchema,
  klOptionsSchema,
  variable,
  valueLossSchema,
  valueTerms,
  weightedDerivative,
} from '../../objective/compat.js';
import type { ValueLossInput, ValueLossOptions } from '../../objective/index.js';
import { detach, withGradients } from '../internal/differentiable.js';
import { readWithoutWaiting } from '../internal/memory/host-memory.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor } from '../internal/tensor-arguments.js';
import { tensorArithmetic } from './internal/tensor-arithmetic.js';

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
  checkTokenLayout(layout, {}, 'layout');
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

/**
 * `klPenalty` of `objective/` on tensors: one estimate for each token, differentiable with respect to `logprobs`.
 *
 * @param logprobs - log π; shape [N].
 * @param referenceLogprobs - log π_ref; shape [N].
 * @param options - `bounded`: whether k3 is limited, see `KlTerm`. Default true.
 * @throws RangeError for an unknown kind or shapes that differ; TypeError for anything but a float32 tensor.
 *
 * @example
 * const penalties = klPenaltyFromLogprobs(tf.tensor1d([-1]), [-1.5], 'k3'); // [0.106…]
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
    const estimates = klEstimate(dualOperations(arithmetic), variable(value), kind, bounded);
    const derivatives = weightedDerivative(arithmetic, estimates, tf.onesLike(value));
    return withGradients(estimates.value, [logprobs], [derivatives]);
  });
}

/** The input of `valueLoss`, with the values as a tensor. */
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
 * const { loss } = valueLossFromValues({ ...layout, values: tf.tensor1d([0.5, 0.5]), oldValues: [0.5, 0.5], returns: [1, 1] }); // 0.125
 */
export function valueLossFromValues(
  input: TensorValueLossInput,
  options: ValueLossOptions = {},
): { readonly loss: tf.Scalar; readonly clipFraction: tf.Scalar } {
  checkArgument(input, 'input', { values: 'an object', ...LAYOUT });
  const { clip, aggregation } = parseOptions(valueLossSchema, options);
  const { values, oldValues, returns, responseMask } = input;
  expectTensor('input.values', values, [responseMask.length], 'the response mask');
  const read = readWithoutWaiting(values);
  const arrays = { ...(read && { values: read }), oldValues, returns };
  checkTokenLayout(input, arrays);
  for (const [name, array] of Object.entries(arrays)) checkFinite(array, `input.${name}`, responseMask);
  const weights = Float32Array.from(aggregationWeights(input, aggregation));
  return scope(() => {
    const arithmetic = tensorArithmetic(Int32Array.of(0, responseMask.length));
    const counted = tf.tensor1d(Float32Array.from(responseMask, (bit) => Number(bit !== 0)));
    const only = (x: tf.Tensor1D): tf.Tensor1D => tf.where(tf.greater(counted, 0), x, tf.zerosLike(x));
    const host = (x: ArrayLike<number>) => constant(only(tf.tensor1d(Float32Array.from(x))));
    const { losses, clipped } = valueTerms(
      dualOperations(arithmetic),
      {
        values: variable(only(detach(values))),
        oldValues: host(oldValues),
        returns: host(returns),
      },
      clip,
    );
    const weighed = tf.tensor1d(weights);
    const gradient = weightedDerivative(arithmetic, losses, weighed);
    return {
      loss: withGradients(arithmetic.dot(losses.value, weighed), [values], [gradient]),
      clipFraction: tf.div(
        tf.sum(tf.mul(tf.cast(clipped, 'float32'), counted)),
        Math.max(1, maskedCount(responseMask)),
      ),
    };
  });
}
