import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  constant,
  dualOperations,
  weightedDerivative,
  type Dual,
} from '../../../../../src/objective/internal/formula/dual.js';
import { float64Arithmetic } from '../../../../../src/objective/internal/formula/float64-arithmetic.js';
import type { FormulaOperations } from '../../../../../src/objective/internal/formula/operations.js';

const OFFSETS = Int32Array.of(0, 2, 2, 5);
const SIZE = 5;

type Formula = <X, C>(m: FormulaOperations<X, C>, x: X, c: X) => X;

/** One formula for each operation; c is a column of constants that differ within a sequence. */
const FORMULAS: { readonly [name: string]: Formula } = {
  add: (m, x, c) => m.add(m.mul(x, x), c),
  sub: (m, x, c) => m.sub(c, m.mul(x, c)),
  div: (m, x, c) => m.div(m.mul(x, c), m.add(m.mul(x, x), 2)),
  'div by a number': (m, x) => m.div(x, 4),
  neg: (m, x) => m.neg(m.exp(x)),
  exp: (m, x, c) => m.mul(m.exp(m.mul(x, c)), c),
  expm1: (m, x) => m.expm1(m.mul(x, 2)),
  log: (m, x) => m.log(m.add(m.mul(x, x), 1)),
  abs: (m, x, c) => m.abs(m.sub(x, c)),
  sigmoid: (m, x, c) => m.sigmoid(m.mul(x, c)),
  min: (m, x, c) => m.min(m.exp(x), m.add(c, 1)),
  max: (m, x) => m.max(m.mul(x, x), 0.1),
  clamp: (m, x) => m.mul(m.clamp(x, -0.33, 0.33), x),
  where: (m, x, c) => m.where(m.greater(x, c), m.mul(x, x), m.neg(x)),
  'a sum over a sequence': (m, x, c) => m.mul(m.sequenceSum(m.mul(x, c)), c),
  'a mean over a sequence': (m, x, c) => m.exp(m.mul(m.sequenceMean(m.abs(x)), c)),
  'a product of sums': (m, x, c) => m.mul(m.sequenceSum(m.exp(x)), m.sequenceSum(m.mul(c, x))),
  'a sum of sums': (m, x, c) => m.sequenceSum(m.mul(m.mul(m.sequenceSum(x), x), c)),
  'a choice between sums': (m, x, c) => m.where(m.greater(c, 0.5), m.sequenceSum(m.mul(x, x)), m.sequenceMean(x)),
  'a clamped sum': (m, x) => m.clamp(m.sequenceSum(x), -0.71, 0.71),
};

const logprobs = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: SIZE, maxLength: SIZE });
const constants = fc.array(fc.integer({ min: 1, max: 19 }), { minLength: SIZE, maxLength: SIZE });

describe('a column of values with derivatives', () => {
  it.each(Object.entries(FORMULAS))('has the derivatives that finite differences give: %s', (_name, formula) => {
    fc.assert(
      fc.property(logprobs, constants, (steps, others) => {
        // Never on a bound, nor equal to a constant.
        const values = Float64Array.from(steps, (step) => step / 10 + 0.013);
        const weights = Float64Array.of(1, -2, 0.5, 3, 1);
        const m = float64Arithmetic(OFFSETS);
        const evaluate = (value: Float64Array): Dual<Float64Array> =>
          formula(
            dualOperations(m),
            { value, own: 1, shared: [] },
            constant(Float64Array.from(others, (other) => other / 20 + 0.0007)),
          );
        const derivative = weightedDerivative(m, evaluate(values), weights);
        for (let t = 0; t < SIZE; t++) {
          const total = (by: number) => m.dot(evaluate(values.with(t, values[t]! + by)).value, weights);
          expect(derivative[t]).toBeCloseTo((total(1e-6) - total(-1e-6)) / 2e-6, 5);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('takes what is detached as a constant, and a derivative that is given as it is', () => {
    const m = float64Arithmetic(OFFSETS);
    const ops = dualOperations(m);
    const ones = new Float64Array(SIZE).fill(1);
    const x: Dual<Float64Array> = { value: Float64Array.of(1, 2, 3, 4, 5), own: 1, shared: [] };
    const derivativeOf = (y: Dual<Float64Array>) => [...weightedDerivative(m, y, ones)];
    expect(derivativeOf(ops.mul(ops.detach(x), x))).toEqual([1, 2, 3, 4, 5]);
    expect(derivativeOf(ops.sequenceSum(ops.detach(x)))).toEqual([0, 0, 0, 0, 0]);
    expect(derivativeOf(ops.withDerivative(x, ops.exp(x), 7))).toEqual([7, 7, 7, 7, 7]);
  });
});
