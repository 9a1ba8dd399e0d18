import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PackedBatch } from '../../../src/base/index.js';
import { packRollouts, splitMicroBatches, splitMiniBatches, unpack } from '../../../src/batch/index.js';

const rollout = fc
  .array(fc.tuple(fc.boolean(), fc.integer({ min: -512, max: 0 })), { maxLength: 40 })
  .map((tokens) => ({
    ids: Int32Array.from(tokens, (_, t) => t),
    logprobs: Float32Array.from(tokens, ([, logprob]) => logprob / 64),
    responseMask: Uint8Array.from(tokens, ([counted]) => Number(counted)),
  }));

const batch = fc
  .tuple(
    fc.array(rollout, { maxLength: 30 }),
    fc.constantFrom('token-mean', 'seq-mean-token-sum', 'seq-mean-token-mean', 'seq-mean-token-sum-norm'),
  )
  .map(([rollouts, aggregation]) =>
    packRollouts(rollouts, { tokens: (r) => r, advantages: rollouts.map((_, i) => i - 3), aggregation }),
  );

describe('packed batches', () => {
  it('unpack to the tokens that were packed', () => {
    fc.assert(
      fc.property(fc.array(rollout), (rollouts) => {
        const packed = packRollouts(rollouts, { tokens: (r) => r, advantages: 1 });
        expect(unpack(packed.tokens, packed.offsets)).toEqual(rollouts.map(({ ids }) => ids));
      }),
    );
  });

  it('lose and repeat nothing when cut into mini-batches and those into micro-batches', () => {
    fc.assert(
      fc.property(
        batch,
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 40, max: 200 }),
        (whole, count, maxTokens) => {
          const seen: number[] = [];
          for (const mini of splitMiniBatches(whole, { count, seed: count })) {
            const parts = splitMicroBatches(mini, { maxTokens });
            const weightsOf = (batch: PackedBatch) => {
              const own = unpack(batch.lossWeights, batch.offsets);
              return Array.from(batch.rollouts, (rollout, i) => [rollout, ...own[i]!]);
            };
            const byRollout = (a: readonly number[], b: readonly number[]) => a[0]! - b[0]!;
            expect(parts.flatMap(weightsOf).sort(byRollout)).toEqual(weightsOf(mini).sort(byRollout));
            for (const part of parts) {
              expect(part.tokens.length).toBeLessThanOrEqual(maxTokens);
              expect(part.rollouts.length).toBeGreaterThan(0);
              seen.push(...part.rollouts);
            }
          }
          expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: whole.offsets.length - 1 }, (_, i) => i));
        },
      ),
    );
  });

  it('are cut evenly: the longest micro-batch is at most 5 % above the mean when sequences are many and short', () => {
    const lengths = fc.array(fc.integer({ min: 50, max: 1000 }), { minLength: 64, maxLength: 200 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 2, max: 12 }), (sizes, count) => {
        const parts = splitMicroBatches(packSequences(sizes), { count });
        const tokens = parts.map((part) => part.tokens.length);
        const mean = tokens.reduce((sum, value) => sum + value, 0) / count;
        expect(tokens).toHaveLength(count);
        expect(Math.max(...tokens)).toBeLessThanOrEqual(1.05 * mean);
      }),
      { numRuns: 50 },
    );
  });

  it('are cut evenly wherever whole sequences allow it at all', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 3, maxLength: 11 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 2, max: 5 }), (sizes, count) => {
        const bins = Math.min(count, sizes.length);
        const limit = (1.05 * sizes.reduce((sum, size) => sum + size, 0)) / bins;
        const parts = splitMicroBatches(packSequences(sizes), { count });
        expect(parts).toHaveLength(bins);
        const evenly = Math.max(...parts.map((part) => part.tokens.length)) <= limit;
        expect(evenly).toBe(leastFullest(sizes, bins) <= limit);
      }),
      { numRuns: 200 },
    );
  });

  it('are cut into as few parts as a cap allows', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 100, max: 250 }), (sizes, maxTokens) => {
        let fewest = 1;
        while (leastFullest(sizes, fewest) > maxTokens) fewest++;
        expect(splitMicroBatches(packSequences(sizes), { maxTokens })).toHaveLength(fewest);
      }),
      { numRuns: 200 },
    );
  });
});

function packSequences(sizes: readonly number[]) {
  const traces = sizes.map((length) => ({
    ids: new Int32Array(length),
    logprobs: new Float32Array(length),
    responseMask: new Uint8Array(length).fill(1),
  }));
  return packRollouts(traces, { tokens: (trace) => trace, advantages: 1 });
}

/** The fullest bin of the best division there is, by trying them all. */
function leastFullest(sizes: readonly number[], bins: number): number {
  const sums = new Array<number>(bins).fill(0);
  const place = (at: number): number => {
    if (at === sizes.length) return Math.max(...sums);
    let least = Infinity;
    for (let bin = 0; bin < bins; bin++) {
      sums[bin]! += sizes[at]!;
      least = Math.min(least, place(at + 1));
      sums[bin]! -= sizes[at]!;
      // Empty bins are all the same.
      if (sums[bin] === 0) break;
    }
    return least;
  };
  return place(0);
}
