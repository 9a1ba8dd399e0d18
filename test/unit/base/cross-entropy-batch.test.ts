import { describe, expect, it } from 'vitest';
import { crossEntropyBatch } from '../../../src/base/index.js';
import { policyLoss } from '../../../src/objective/index.js';

const tokens = Int32Array.of(1, 2, 3, 4);
const offsets = Int32Array.of(0, 4);

describe('crossEntropyBatch', () => {
  it('has the weighted cross-entropy as its loss, and the negative weights as its gradient', () => {
    const batch = crossEntropyBatch({ tokens, offsets, weights: [0, 0.5, -2, 0] });
    const logprobs = [0, -1, -3, -5];
    const { loss, gradient } = policyLoss({ ...batch, logprobs }, { loss: { kind: 'cross-entropy' } });
    expect(loss).toBeCloseTo(0.5 * 1 - 2 * 3, 12);
    expect([...gradient]).toEqual([0, -0.5, 2, 0]);
  });

  it('counts what is weighed, or what it is told to, and carries targets and temperature', () => {
    const targets = Int32Array.of(0, 9, 9, 9);
    expect(crossEntropyBatch({ tokens, offsets, weights: [0, 1, 0, 0] })).toMatchObject({
      responseMask: Uint8Array.of(0, 1, 0, 0),
      temperature: 1,
    });
    const batch = crossEntropyBatch({
      tokens,
      offsets,
      weights: [0, 1, 0, 0],
      responseMask: [0, 1, 1, 1],
      targets,
      temperature: 0.5,
    });
    expect(batch).toMatchObject({ responseMask: Uint8Array.of(0, 1, 1, 1), targets, temperature: 0.5 });
  });

  it('carries the paths of rollouts, and refuses a weight on the first token of each', () => {
    const segments = Int32Array.of(0, 2, 4);
    expect(crossEntropyBatch({ tokens, offsets, segments, weights: [0, 1, 0, 1] }).segments).toBe(segments);
    expect(() => crossEntropyBatch({ tokens, offsets, segments, weights: [0, 1, 1, 1] })).toThrow(
      new RangeError('input.weights[2]: expected 0 for the first token of a path, got 1'),
    );
    const wrong = Int32Array.of(0, 2, 3);
    expect(() => crossEntropyBatch({ tokens, offsets, segments: wrong, weights: [0, 1, 0, 1] })).toThrow(
      new RangeError('input.segments: expected to end at 4 (the last offset), got 3'),
    );
  });

  it('refuses a weight on the first token of a sequence, which nothing precedes', () => {
    const two = Int32Array.of(0, 2, 4);
    expect(() => crossEntropyBatch({ tokens, offsets: two, weights: [0, 1, 0.5, 1] })).toThrow(
      new RangeError('input.weights[2]: expected 0 for the first token of a sequence, got 0.5'),
    );
  });

  it('refuses arrays of other lengths', () => {
    expect(() => crossEntropyBatch({ tokens, offsets, weights: [1] })).toThrow(
      'input.weights: expected length 4 (tokens), got 1',
    );
    const targets = Int32Array.of(1);
    expect(() => crossEntropyBatch({ tokens, offsets, weights: [0, 1, 1, 1], targets })).toThrow(
      'input.targets: expected length 4 (tokens), got 1',
    );
  });
});
