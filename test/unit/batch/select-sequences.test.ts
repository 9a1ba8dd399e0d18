import { describe, expect, it } from 'vitest';
import { packRollouts, selectSequences, splitMicroBatches, splitMiniBatches } from '../../../src/batch/index.js';
import { ascending, batchOf, rolloutsOf, traceOf } from './batches.js';

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

  it('takes the paths of rollouts along, through every split', () => {
    const rollouts = [[2, 3], [4], [1, 2, 2], [3]].map((lengths) => lengths.map((length) => traceOf(length)));
    const batch = packRollouts(
      rollouts.map(([main, ...others]) => ({ tokens: main!, branches: others.map((tokens) => ({ tokens })) })),
      { advantages: 1 },
    );
    expect(Array.from(selectSequences(batch, [2, 1, 0]).segments!)).toEqual([0, 1, 3, 5, 9, 11, 14]);
    expect(selectSequences(batch, [3, 1])).not.toHaveProperty('segments');
    for (const mini of splitMiniBatches(batch, { count: 2, seed: 'a' }))
      for (const part of splitMicroBatches(mini, { maxTokens: 6 })) {
        const lengths = Array.from(part.rollouts).flatMap((rollout) => rollouts[rollout]!.map(({ ids }) => ids.length));
        const segments = part.segments ?? part.offsets;
        expect(Array.from(segments.subarray(1), (end, p) => end - segments[p]!)).toEqual(lengths);
      }
  });

  it('keeps the paths of one sequence beside an empty one', () => {
    const own = traceOf(2);
    const batch = packRollouts([{ tokens: own, branches: [{ tokens: own }] }, { tokens: traceOf(0) }], {
      advantages: 1,
    });
    expect(Array.from(selectSequences(batch, [1, 0]).segments!)).toEqual([0, 0, 2, 4]);
  });

  it('refuses segments that do not fit the offsets', () => {
    const batch = batchOf([2, 3]);
    const refused =
      (...segments: number[]) =>
      () =>
        selectSequences({ ...batch, segments: Int32Array.from(segments) }, [0]);
    expect(refused(0, 3, 5)).toThrow(new RangeError('batch.segments: expected every offset, got no 2'));
    expect(refused(0, 2, 4)).toThrow(new RangeError('batch.segments: expected to end at 5 (the last offset), got 4'));
    expect(refused(0, 3, 2, 5)).toThrow(
      new RangeError('batch.segments[2]: expected to start at 0 and never to decrease, got 2'),
    );
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

  it.each([
    ['selectSequences', (batch: never) => selectSequences(batch, [0])],
    ['splitMiniBatches', (batch: never) => splitMiniBatches(batch, { count: 1 })],
    ['splitMicroBatches', (batch: never) => splitMicroBatches(batch)],
  ])('refuses anything but a packed batch, as %s does', (_, split) => {
    expect(() => split(undefined as never)).toThrow(new TypeError('batch: expected an object, got undefined'));
    expect(() => split({} as never)).toThrow(new TypeError('batch.tokens: expected an array, got undefined'));
    const { advantages, ...rest } = batchOf([2]);
    expect(advantages).toHaveLength(2);
    expect(() => split(rest as never)).toThrow(new TypeError('batch.advantages: expected an array, got undefined'));
  });

  it('refuses a sequence that is not there', () => {
    expect(() => selectSequences(batchOf([2]), [1])).toThrow(
      new RangeError('sequences[0]: expected an integer from 0 to 0, got 1'),
    );
  });
});
