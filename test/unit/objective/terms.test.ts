import { describe, expect, it } from 'vitest';
import {
  adaptiveKlController,
  aggregateLoss,
  entropyFromLogits,
  fixedKlController,
  klPenalty,
  logprobsFromLogits,
  softOverlongPunishment,
  topEntropyTokens,
  valueLoss,
} from '../../../src/objective/index.js';

const closeTo = (value: number): unknown => expect.closeTo(value, 10);
const list = (values: ArrayLike<number>) => Array.from(values);
const layout = { offsets: [0, 2, 4], responseMask: [1, 1, 1, 0] };

describe('klPenalty', () => {
  const logprobs = [-1, -1];
  const reference = [-1.5, -0.5];

  it('estimates by each kind', () => {
    expect(list(klPenalty(logprobs, reference, 'k1').values)).toEqual([0.5, -0.5]);
    expect(list(klPenalty(logprobs, reference, 'abs').derivatives)).toEqual([1, -1]);
    expect(list(klPenalty(logprobs, reference, 'k2').values)).toEqual([0.125, 0.125]);
    expect(list(klPenalty(logprobs, reference, 'k3').values)).toEqual(
      [Math.exp(-0.5) - 0.5, Math.exp(0.5) - 1.5].map(closeTo),
    );
  });

  it('keeps the value and takes the gradient of k2 for the straight-through kinds', () => {
    const plain = klPenalty(logprobs, reference, 'k3');
    const through = klPenalty(logprobs, reference, 'k3+');
    expect(through.values).toEqual(plain.values);
    expect(list(through.derivatives)).toEqual([0.5, -0.5]);
  });

  it('holds k3 within its bounds, without gradient beyond', () => {
    const { values, derivatives } = klPenalty([-30, 25], [0, 0], 'k3');
    expect(list(values)).toEqual([10, 10]);
    expect(list(derivatives)).toEqual([0, 0]);
  });

  it('refuses unknown kinds and lengths that differ', () => {
    expect(() => klPenalty(logprobs, reference, 'full' as 'k1')).toThrow(RangeError);
    expect(() => klPenalty(logprobs, [0], 'k1')).toThrow(
      new RangeError('referenceLogprobs: expected length 2 (logprobs), got 1'),
    );
  });
});

describe('KL controllers', () => {
  it('steer towards the target by at most a fifth of steps / horizon, or not at all', () => {
    const controller = adaptiveKlController({ coefficient: 0.1, target: 6, horizon: 100 });
    expect(controller.next(60, 10).coefficient).toBeCloseTo(0.1 * 1.02, 12);
    expect(controller.next(0, 10).coefficient).toBeCloseTo(0.1 * 0.98, 12);
    expect(controller.next(6, 10).next(6.6, 10).coefficient).toBeCloseTo(0.1 * 1.01, 12);
    expect(controller.coefficient).toBe(0.1);
    expect(fixedKlController(0.2).next(100, 1).coefficient).toBe(0.2);
    expect(() => adaptiveKlController({ coefficient: 0.1, target: 6, horizon: 0 })).toThrow(
      new RangeError('options.horizon: expected more than 0, got 0'),
    );
  });
});

describe('valueLoss', () => {
  it('takes the larger of the plain and the clipped error', () => {
    const input = { ...layout, values: [2, 1, 0.1, NaN], oldValues: [1, 1, 1, 0], returns: [1, 0, 0, 0] };
    const { loss, gradient, clipFraction } = valueLoss(input, { clip: 0.5, aggregation: 'token-mean' });
    // Token 0 moved away from its return: its own error is the larger. Token 2 came close: the clipped one is.
    expect(loss).toBeCloseTo((1 + 1 + 0.25) / 2 / 3, 12);
    expect(list(gradient)).toEqual([1 / 3, 1 / 3, 0, 0].map(closeTo));
    expect(clipFraction).toBeCloseTo(1 / 3, 12);
  });

  it('refuses a clip that is not positive', () => {
    expect(() => valueLoss({ ...layout, values: [], oldValues: [], returns: [] }, { clip: 0 })).toThrow(RangeError);
  });
});

describe('aggregateLoss', () => {
  it('gives the weight of each token as the gradient, and 0 for nothing', () => {
    const { loss, gradient } = aggregateLoss([1, 2, 3, NaN], layout, 'seq-mean-token-mean');
    expect(loss).toBeCloseTo((1.5 + 3) / 2, 12);
    expect(list(gradient)).toEqual([0.25, 0.25, 0.5, 0]);
    const empty = { offsets: [0, 2], responseMask: [0, 0] };
    expect(aggregateLoss([1, NaN], empty, 'token-mean').loss).toBe(0);
  });
});

describe('topEntropyTokens', () => {
  it('keeps the counted tokens of highest entropy', () => {
    const entropies = [5, 1, 2, 9, 4, 3];
    expect(list(topEntropyTokens(entropies, [1, 1, 1, 0, 1, 1], 0.25))).toEqual([1, 0, 0, 0, 1, 0]);
    expect(list(topEntropyTokens(entropies, [1, 1, 1, 0, 1, 1], 1))).toEqual([1, 1, 1, 0, 1, 1]);
    expect(list(topEntropyTokens([1], [0]))).toEqual([0]);
    expect(() => topEntropyTokens([1], [1], 0)).toThrow(
      new RangeError('share: expected more than 0 and at most 1, got 0'),
    );
  });
});

describe('softOverlongPunishment', () => {
  const budget = { maxLength: 100, cacheLength: 20 };

  it('falls from 0 to −1 over the cache and stays there', () => {
    expect([10, 80, 90, 100, 500].map((length) => softOverlongPunishment(length, budget))).toEqual([
      0, 0, -0.5, -1, -1,
    ]);
    expect(softOverlongPunishment(120, { ...budget, factor: 0.5 })).toBe(-0.5);
  });

  it('refuses a cache longer than the maximum', () => {
    expect(() => softOverlongPunishment(1, { maxLength: 10, cacheLength: 20 })).toThrow(
      new RangeError('options.cacheLength: expected at most 10 (maxLength), got 20'),
    );
  });
});

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

  it('refuse tokens outside the vocabulary and shapes that do not fit', () => {
    expect(() => logprobsFromLogits(logits, [0, 2], 2)).toThrow(
      new RangeError('tokens[1]: expected an integer from 0 to 1, got 2'),
    );
    expect(() => logprobsFromLogits(logits, [0], 2)).toThrow(RangeError);
    expect(() => entropyFromLogits(logits, 3)).toThrow(
      new RangeError('logits: expected a multiple of 3 (vocabulary) numbers, got 4'),
    );
  });
});
