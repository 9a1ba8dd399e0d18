import { describe, expect, it } from 'vitest';
import { broadcastAdvantages } from '../../../src/advantage/index.js';
import { layout, list } from './sequences.js';

describe('broadcastAdvantages', () => {
  it('puts one advantage a sequence on its counted tokens', () => {
    expect(list(broadcastAdvantages([3, 5], layout))).toEqual([3, 0, 3, 3, 0, 5]);
  });

  it('names an array that does not fit', () => {
    expect(() => broadcastAdvantages([1], layout)).toThrow(
      new RangeError('advantages: expected length 2 (sequences), got 1'),
    );
  });
});
