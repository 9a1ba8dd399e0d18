import { describe, expect, it } from 'vitest';
import { topEntropyTokens } from '../../../src/objective/index.js';

const list = (values: ArrayLike<number>) => Array.from(values);

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

  it('refuses a mask of booleans, of which each would count', () => {
    expect(() => topEntropyTokens([1, 2], [true, false] as never)).toThrow(
      new TypeError('mask[0]: expected 0 or 1, got true'),
    );
  });
});
