import { describe, expect, it } from 'vitest';
import { splitMiniBatches } from '../../../src/batch/index.js';
import { ascending, batchOf, rolloutsOf } from './batches.js';

describe('splitMiniBatches', () => {
  it('gives every sequence once, in parts of equal size up to one', () => {
    const parts = splitMiniBatches(batchOf([2, 2, 2, 2, 2]), { count: 2, seed: 'a' });
    expect(ascending(rolloutsOf(parts))).toEqual([0, 1, 2, 3, 4]);
    expect(parts.map((part) => part.rollouts.length)).toEqual([2, 3]);
  });

  it('shuffles by the seed alone, and not at all without one', () => {
    const batch = batchOf(Array.from({ length: 20 }, () => 2));
    const order = (seed?: string) => rolloutsOf(splitMiniBatches(batch, { count: 3, seed }));
    expect(order('a')).toEqual(order('a'));
    expect(order('a')).not.toEqual(order('b'));
    expect(order()).toEqual(ascending(order('a')));
  });

  it('works the loss weights out anew over each mini-batch', () => {
    const parts = splitMiniBatches(batchOf([3, 5, 2, 9]), { count: 2 });
    for (const part of parts) expect(part.lossWeights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
    const [first] = splitMiniBatches(batchOf([3, 5]), { count: 1, aggregation: { kind: 'constant', weight: 0.5 } });
    expect(Array.from(first!.lossWeights)).toEqual([0, 0.5, 0.5, 0, 0.5, 0.5, 0.5, 0.5]);
  });

  it('gives one mini-batch a sequence where there are fewer sequences, none for an empty batch', () => {
    expect(splitMiniBatches(batchOf([2, 2]), { count: 5 })).toHaveLength(2);
    expect(splitMiniBatches(batchOf([]), { count: 5 })).toEqual([]);
  });
});
