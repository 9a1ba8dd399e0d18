import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RolloutSample } from '../../../../../src/report/index.js';
import { selectSamples } from '../../../../../src/report/internal/run/sample-selection.js';
import { exampleRollout } from '../../fixtures.js';

function sample(step: number, kept: boolean, reward: number): RolloutSample {
  return { step, kept, reason: '', rollout: exampleRollout({ reward }) };
}

describe('selectSamples', () => {
  const arbitrary = fc.array(
    fc.tuple(fc.nat(6), fc.boolean(), fc.constantFrom(0, 1)).map(([step, kept, reward]) => sample(step, kept, reward)),
  );

  it('gives as many as there are room for, by step, each once', () => {
    fc.assert(
      fc.property(arbitrary, fc.nat(12), (samples, limit) => {
        const chosen = selectSamples(samples, limit);
        expect(chosen).toHaveLength(Math.min(limit, samples.length));
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(chosen.map(({ step }) => step)).toEqual(chosen.map(({ step }) => step).sort((a, b) => a - b));
      }),
    );
  });

  it('shows every step when there is room for one of each', () => {
    fc.assert(
      fc.property(arbitrary, (samples) => {
        const steps = new Set(samples.map(({ step }) => step));
        const chosen = selectSamples(samples, steps.size);
        expect(new Set(chosen.map(({ step }) => step))).toEqual(steps);
      }),
    );
  });

  it('shows every kind of a step before a second of one kind', () => {
    const many = Array.from({ length: 20 }, () => sample(1, true, 1));
    const rare = [sample(1, false, 1), sample(1, true, 0), sample(1, false, 0)];
    expect(selectSamples([...many, ...rare], 4)).toEqual(expect.arrayContaining(rare));
  });

  it('spreads over the run when there are more steps than room, first and last included', () => {
    const samples = Array.from({ length: 100 }, (_, step) => sample(step, true, 1));
    expect(selectSamples(samples, 3).map(({ step }) => step)).toEqual([0, 50, 99]);
  });
});
