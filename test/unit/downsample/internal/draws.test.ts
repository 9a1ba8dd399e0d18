import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/index.js';
import { drawUniform, drawWeighted, takeLowest } from '../../../../src/downsample/internal/draws.js';

describe('drawWeighted', () => {
  it('draws distinct items, and all of them when asked for all', () => {
    const drawn = drawWeighted(['a', 'b', 'c', 'd'], [1, 1e-9, 1e9, 3], 4, new Random('seed'));
    expect(drawn.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('draws nothing when asked for nothing', () => {
    expect(drawWeighted([], [], 0, new Random('seed'))).toEqual([]);
  });

  it('ends on the last item when rounding leaves a little of its weight', () => {
    const almostOne = { next: () => 1 - 2 ** -53 } as Random;
    expect(drawWeighted([0, 1, 2], [0.1, 0.2, 0.3], 1, almostOne)).toEqual([2]);
  });
});

describe('drawUniform', () => {
  it('draws distinct items and leaves the input as it was', () => {
    const items = [1, 2, 3, 4, 5];
    expect(new Set(drawUniform(items, 3, new Random('seed'))).size).toBe(3);
    expect(items).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('takeLowest', () => {
  it('takes the lowest, earlier items first where they are equal', () => {
    expect(takeLowest(['a', 'b', 'c', 'd', 'e'], [1, 0, 1, 0, 2], 3)).toEqual(['b', 'd', 'a']);
  });

  it('drops from the end for a negative count, as a Python slice does', () => {
    expect(takeLowest(['a', 'b', 'c'], [2, 1, 0], -1)).toEqual(['c', 'b']);
  });
});
