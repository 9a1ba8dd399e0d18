import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TokenArithmetic } from '../../../../../src/objective/internal/formula/operations.js';
import { float64Arithmetic } from '../../../../../src/objective/internal/formula/float64-arithmetic.js';
import { tensorArithmetic } from '../../../../../src/tfjs/objective/internal/tensor-arithmetic.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';

const offsets = Int32Array.of(0, 3, 3, 7, 8);
const A = Float64Array.of(0.5, -1.25, 2, 0, 2, -3, 0.75, 2);
const B = Float64Array.of(1.5, 0.25, 2, 4, -2, 0.5, 0.75, 1);
const ORDER = Int32Array.of(7, 2, 0, 5, 6, 1, 4, 3);

/** Every operation, on the same two columns. */
function results<V, C, S>(m: TokenArithmetic<V, C, S>): { readonly [name: string]: V | C | S } {
  const [a, b] = [m.column(A), m.column(B)];
  const rises = m.greater(a, 0);
  return {
    add: m.add(a, b),
    'add a number': m.add(a, 2),
    sub: m.sub(a, b),
    mul: m.mul(a, b),
    div: m.div(a, b),
    exp: m.exp(a),
    expm1: m.expm1(a),
    log: m.log(m.abs(m.add(a, 4))),
    sign: m.sign(a),
    'sign of values close to 0': m.sign(m.mul(a, 1e-8)),
    sigmoid: m.sigmoid(a),
    clamp: m.clamp(a, -1, 1.5),
    'clamp to one side': m.clamp(a, -Infinity, 1.5),
    greater: m.greater(a, b),
    'a number that is greater': m.greater(0.5, b),
    equal: m.equal(a, b),
    and: m.and(rises, m.not(m.equal(a, 2))),
    where: m.where(rises, a, b),
    'where, of numbers': m.where(rises, 3, -1),
    'where nowhere': m.where(m.greater(a, 100), a, b),
    sequenceSum: m.sequenceSum(a),
    sequenceLengths: m.sequenceLengths(),
    mean: m.mean(a),
    share: m.share(rises),
    spreadMean: m.spreadMean(a),
    dot: m.dot(a, b),
    plusTimes: m.plusTimes(m.scalar(2), m.mean(a), 3),
    'the first': m.first(rises, 3),
    'the first in an order': m.first(rises, 3, ORDER),
    'the highest, of equals the first': m.highest(a, 2),
    'all that are highest': m.highest(a, 3),
    'the highest and one more': m.highest(a, 4),
  };
}

describe.each(KERNEL_BACKENDS)('arithmetic on tensors on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  it.each(Object.entries(results(float64Arithmetic(offsets))))('is that of plain arrays: %s', (name, want) => {
    const got = tf.tidy(() => [...(results(tensorArithmetic(offsets))[name] as tf.Tensor).dataSync()]);
    const wanted = typeof want === 'number' ? [want] : [...want];
    expect(got.length).toBe(wanted.length);
    got.forEach((value, t) => expect(value).toBeCloseTo(wanted[t]!, 5));
  });
});
