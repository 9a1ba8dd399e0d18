import { describe, expect, it } from 'vitest';
import {
  packRollouts,
  selectSequences,
  splitMicroBatches,
  splitMiniBatches,
  unpack,
} from '../../../src/batch/index.js';
import type { PackedBatch } from '../../../src/base/index.js';

/** Tokens that count up from `first`. */
function traceOf(length: number, first = 0) {
  return {
    ids: Int32Array.from({ length }, (_, t) => first + t),
    logprobs: new Float32Array(length).fill(-1),
    responseMask: new Uint8Array(length).fill(1),
    promptLength: 0,
  };
}

/** A batch of sequences of these lengths, every token but the first counted; advantage i + 1 for sequence i. */
function batchOf(lengths: readonly number[]) {
  const rollouts = lengths.map((length, i) => traceOf(length, 100 * i));
  return packRollouts(rollouts, {
    tokens: (rollout) => rollout,
    advantages: lengths.map((_, i) => i + 1),
    referenceLogprobs: (rollout) => rollout.logprobs,
    rolloutWeights: (rollout) => rollout.responseMask,
  });
}

const rolloutsOf = (parts: readonly PackedBatch[]) => parts.flatMap((part) => Array.from(part.rollouts));
const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);

describe('selectSequences', () => {
  it('takes whole sequences in the order asked for, with everything that belongs to them', () => {
    const part = selectSequences(batchOf([2, 3, 1]), [2, 0]);
    expect(Array.from(part.tokens)).toEqual([200, 0, 1]);
    expect(Array.from(part.offsets)).toEqual([0, 1, 3]);
    expect(Array.from(part.advantages)).toEqual([0, 0, 1]);
    expect(Array.from(part.referenceLogprobs!)).toEqual([0, 0, -1]);
    expect(Array.from(part.rolloutWeights!)).toEqual([0, 0, 1]);
    expect(Array.from(part.rollouts)).toEqual([2, 0]);
  });

  it('still names the rollouts that were packed, however often a batch is cut', () => {
    const lengths = [2, 3, 4, 5, 6];
    const rollouts = lengths.map((length) => ({ tokens: traceOf(length) }));
    const batch = packRollouts(rollouts, { advantages: lengths, among: [4, 0, 3] });
    const parts = splitMiniBatches(batch, { count: 2, seed: 'a' }).flatMap((mini) =>
      splitMicroBatches(mini, { maxTokens: 6 }),
    );
    expect(ascending(rolloutsOf(parts))).toEqual([0, 3, 4]);
    for (const part of parts)
      part.rollouts.forEach((rollout, i) => expect(part.offsets[i + 1]! - part.offsets[i]!).toBe(lengths[rollout]));
  });

  it('refuses a sequence that is not there', () => {
    expect(() => selectSequences(batchOf([2]), [1])).toThrow(
      new RangeError('sequences[0]: expected an integer from 0 to 0, got 1'),
    );
  });
});

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
