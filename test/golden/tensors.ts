import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { readRecords, type GoldenRecord } from './record.js';

/** What verl's and PyTorch's own code gave; see test/recordings/goldens. */
const RECORDS = readRecords('test/recordings/goldens/policy_losses.jsonl');

/** @returns The records of these functions that did not raise. */
export function recordsOf(belongs: (fn: string) => boolean): GoldenRecord[] {
  return RECORDS.filter(({ fn, expected }) => belongs(String(fn)) && !('error' in (expected as object)));
}

export function vector(values: ArrayLike<number>): tf.Tensor1D {
  return tf.tensor1d(Float32Array.from(values));
}

/** @returns A scalar's value, its gradient with respect to `values`, and every scalar beside it; nothing is left over. */
export function valueAndGradient(
  values: ArrayLike<number>,
  run: (input: tf.Tensor1D) => { readonly loss: tf.Tensor; readonly scalars?: { readonly [name: string]: tf.Scalar } },
  upstream?: ArrayLike<number>,
): { value: Float32Array; gradient: Float32Array; scalars: { [name: string]: number } } {
  const before = tf.memory().numTensors;
  const input = vector(values);
  const dy = upstream && vector(upstream);
  const read: { [name: string]: number } = {};
  const { value, grad } = tf.valueAndGrad((x) => {
    const { loss, scalars = {} } = run(x as tf.Tensor1D);
    for (const [name, scalar] of Object.entries(scalars)) read[name] = scalar.dataSync()[0]!;
    return loss;
  })(input, dy);
  const result = {
    value: value.dataSync() as Float32Array,
    gradient: grad.dataSync() as Float32Array,
    scalars: read,
  };
  tf.dispose([input, value, grad, ...(dy === undefined ? [] : [dy])]);
  expect(tf.memory().numTensors).toBe(before);
  return result;
}
