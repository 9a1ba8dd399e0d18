import * as tf from '@tensorflow/tfjs-core';
import type { TokenArithmetic } from '../../../objective/compat.js';
import { gatherRowsUnchecked, scatterAddRows } from '../../internal/memory/row-kernels.js';

/** Columns as float32 tensors of shape [M], conditions as bool tensors, numbers as scalars. */
export type TensorArithmetic = TokenArithmetic<tf.Tensor1D, tf.Tensor1D, tf.Scalar>;

/**
 * Arithmetic on tensors of the current backend; nothing is read back from a device. Called inside `scope`, which disposes intermediate tensors.
 *
 * @param offsets - Of the counted tokens alone: sequence i holds the tokens [offsets[i], offsets[i + 1]) of M > 0; shape [S + 1].
 */
export function tensorArithmetic(offsets: Int32Array): TensorArithmetic {
  const size = offsets[offsets.length - 1]!;
  const count = offsets.length - 1;
  const mean = (x: tf.Tensor): tf.Scalar => tf.div(tf.sum(x), size);
  const sequences = once(() => {
    const ids = new Int32Array(size);
    for (let i = 0; i < count; i++) ids.fill(i, offsets[i], offsets[i + 1]);
    return tf.tensor1d(ids, 'int32');
  });
  const lengths = once(() => {
    const values = new Float32Array(size);
    for (let i = 0; i < count; i++) values.fill(offsets[i + 1]! - offsets[i]!, offsets[i], offsets[i + 1]);
    return tf.tensor1d(values);
  });
  return {
    size,
    column: (values) => tf.tensor1d(Float32Array.from(values)),
    add: (a, b) => tf.add(a, b),
    sub: (a, b) => tf.sub(a, b),
    mul: (a, b) => tf.mul(a, b),
    div: (a, b) => tf.div(a, b),
    exp: (x) => tf.exp(x),
    expm1: (x) => tf.expm1(x),
    log: (x) => tf.log(x),
    abs: (x) => tf.abs(x),
    // tf.sign of the wasm backend is 0 below 1.2e-7.
    sign: (x) => tf.sub(tf.step(x), tf.step(tf.neg(x))),
    sigmoid: (x) => tf.sigmoid(x),
    clamp: (x, low, high) => {
      const below = high === Infinity ? x : tf.minimum<tf.Tensor1D>(x, high);
      return low === -Infinity ? below : tf.maximum<tf.Tensor1D>(below, low);
    },
    greater: (a, b) => tf.greater(a, b),
    equal: (a, b) => tf.equal(a, b),
    and: (a, b) => tf.logicalAnd(a, b),
    not: (c) => tf.logicalNot(c),
    where: (c, a, b) => {
      if (a === 1 && b === 0) return tf.cast(c, 'float32');
      return tf.where(c, numberAsTensor(a), numberAsTensor(b)) as tf.Tensor1D;
    },
    sequenceSum: (x) => gathered(scatterAddRows(tf.expandDims(x, 1), sequences(), count), sequences()),
    sequenceLengths: lengths,
    mean,
    share: (c) => mean(tf.cast(c, 'float32')),
    spreadMean: (x) => tf.add(tf.zeros([size]), mean(x)),
    dot: (a, b) => tf.sum(tf.mul(a, b)),
    scalar: (value) => tf.scalar(value),
    plusTimes: (a, b, factor) => tf.add(a, tf.mul(b, factor)),
    first: (c, count, order) => firstOf(c, tf.scalar(count), order),
    highest: (x, count) => {
      const least = tf.min(tf.topk(x, count).values);
      const above = tf.greater(x, least);
      const left = tf.sub<tf.Scalar>(count, tf.sum(tf.cast(above, 'float32')));
      return tf.logicalOr(above, firstOf(tf.equal(x, least), left));
    },
  };
}

/** `first` of a number of tokens that is on the device. */
function firstOf(c: tf.Tensor1D, count: tf.Scalar, order?: Int32Array): tf.Tensor1D {
  const candidates = tf.cast<tf.Tensor1D>(c, 'float32');
  if (order === undefined) return tf.logicalAnd(c, tf.lessEqual(tf.cumsum(candidates), count));
  const places = new Int32Array(order.length);
  order.forEach((position, place) => (places[position] = place));
  const ranks = tf.cumsum(gathered(tf.expandDims(candidates, 1), tf.tensor1d(order, 'int32')));
  const ordered = gathered(tf.expandDims(ranks, 1), tf.tensor1d(places, 'int32'));
  return tf.logicalAnd(c, tf.lessEqual(ordered, count));
}

function gathered(table: tf.Tensor2D, ids: tf.Tensor1D): tf.Tensor1D {
  return tf.squeeze(gatherRowsUnchecked(table, ids), [1]);
}

function numberAsTensor(x: tf.Tensor1D | number): tf.Tensor {
  return typeof x === 'number' ? tf.scalar(x) : x;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
