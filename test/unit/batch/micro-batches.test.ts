import { describe, expect, it } from 'vitest';
import { splitMicroBatches, unpack } from '../../../src/batch/index.js';
import { batchOf } from './batches.js';

describe('splitMicroBatches', () => {
  it('keeps the loss weights of the mini-batch', () => {
    const batch = batchOf([3, 5, 2, 9]);
    const parts = splitMicroBatches(batch, { maxTokens: 10 });
    for (const part of parts)
      part.rollouts.forEach((rollout, i) => {
        const own = unpack(part.lossWeights, part.offsets)[i]!;
        expect(own).toEqual(unpack(batch.lossWeights, batch.offsets)[rollout]);
      });
  });

  it('takes as few micro-batches as the cap allows and balances them', () => {
    const parts = splitMicroBatches(batchOf([8, 7, 6, 5, 4, 3, 2, 1]), { maxTokens: 20 });
    expect(parts.map((part) => part.tokens.length)).toEqual([18, 18]);
  });

  it('gives at least the count asked for', () => {
    expect(splitMicroBatches(batchOf([4, 4, 4, 4]), { count: 2 }).map((part) => part.tokens.length)).toEqual([8, 8]);
    expect(splitMicroBatches(batchOf([4, 4]), { count: 9 })).toHaveLength(2);
    expect(splitMicroBatches(batchOf([4, 4]))).toHaveLength(1);
    expect(splitMicroBatches(batchOf([]))).toEqual([]);
  });

  it('refuses a cap that the longest sequence exceeds', () => {
    expect(() => splitMicroBatches(batchOf([4, 9]), { maxTokens: 8 })).toThrow(
      new RangeError('options.maxTokens: expected at least 9 (longest sequence), got 8'),
    );
  });
});
