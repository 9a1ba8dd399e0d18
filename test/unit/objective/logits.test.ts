import { describe, expect, it } from 'vitest';
import { entropyFromLogits, logprobsFromLogits } from '../../../src/objective/index.js';

const closeTo = (value: number): unknown => expect.closeTo(value, 10);
const list = (values: ArrayLike<number>) => Array.from(values);

describe('logprobsFromLogits and entropyFromLogits', () => {
  const logits = [0, Math.log(3), 1000, 1000];

  it('are stable for large logits', () => {
    expect(list(logprobsFromLogits(logits, [1, 0], 2).values)).toEqual([Math.log(0.75), Math.log(0.5)].map(closeTo));
    expect(entropyFromLogits(logits, 2).values[1]).toBeCloseTo(Math.log(2), 12);
  });

  it('know a certain outcome has no entropy', () => {
    const { values, backward } = entropyFromLogits([0, -Infinity], 2);
    expect(list(values)).toEqual([0]);
    expect(list(backward())).toEqual([0, 0].map(closeTo));
  });

  it('carry gradients back: onehot − softmax', () => {
    const gradient = logprobsFromLogits(logits, [1, 0], 2).backward([1, 2]);
    expect(list(gradient)).toEqual([-0.25, 0.25, 1, -1].map(closeTo));
  });

  it.each([
    ['a shorter upstream', [1], new RangeError('upstream: expected length 2 (rows of logits), got 1')],
    ['a longer upstream', [1, 2, 3], new RangeError('upstream: expected length 2 (rows of logits), got 3')],
    ['NaN in upstream', [1, NaN], new RangeError('upstream[1]: expected a finite number, got NaN')],
    ['a number for upstream', 1 as never, new TypeError('upstream: expected an array, got 1')],
  ])('refuse %s', (_, upstream, error) => {
    expect(() => logprobsFromLogits(logits, [1, 0], 2).backward(upstream)).toThrow(error);
    expect(() => entropyFromLogits(logits, 2).backward(upstream)).toThrow(error);
  });

  it('refuse tokens outside the vocabulary and shapes that do not fit', () => {
    expect(() => logprobsFromLogits(logits, [0, 2], 2)).toThrow(
      new RangeError('tokens[1]: expected an integer from 0 to 1, got 2'),
    );
    expect(() => logprobsFromLogits(logits, [0], 2)).toThrow(RangeError);
    expect(() => entropyFromLogits(logits, 3)).toThrow(
      new RangeError('logits: expected a multiple of 3 (vocabulary) numbers, got 4'),
    );
    expect(() => entropyFromLogits('0123' as unknown as number[], 2)).toThrow(
      new TypeError('logits: expected an array, got a string'),
    );
  });

  it('gives NaN for a row with a NaN, and for that row alone', () => {
    const logits = [1, NaN, 2, 1, 0, 2];
    for (const values of [entropyFromLogits(logits, 3).values, logprobsFromLogits(logits, [0, 0], 3).values]) {
      expect(values[0]).toBeNaN();
      expect(values[1]).not.toBeNaN();
    }
    const gradient = Array.from(entropyFromLogits(logits, 3).backward([1, 0]));
    expect(gradient).toEqual(
      [NaN, NaN, NaN, 0, 0, 0].map((value) => (value === 0 ? (expect.closeTo(0, 12) as number) : value)),
    );
  });
});
