import { describe, expect, it } from 'vitest';
import { evaluateHeldOut } from '../../../../src/recipe/index.js';
import { characters, createFakeLearner, problemsNamed } from '../fake-learner.js';

const measure = async (skill: number, reward?: (reward: number) => number) => {
  const policy = await createFakeLearner({ skill }).policy();
  return evaluateHeldOut(policy, problemsNamed('test', 30), {
    ...{ tokenizer: characters, step: 8, samples: 2, sampling: { maxTokens: 40 }, seed: 'held out' },
    ...(reward && { reward: ({ turns }) => reward(turns[0]!.text.length % 2) }),
  });
};

describe('evaluateHeldOut', () => {
  it('says how far pass@1 may be off, and by more than nothing where every problem is solved', async () => {
    const all = await measure(1);
    expect(all['passAt1']).toBe(1);
    // Of 30 problems 30: the 95 % interval is 88.4 % to 100 %.
    expect(all['passAt1Error']).toBeCloseTo(0.1157 / 3.92, 4);
    const half = await measure(0.5);
    expect(half['passAt1Error']).toBeGreaterThan(0.05);
    expect(half['passAt1Error']).toBeLessThan(0.1);
  });

  it('goes by the spread of rewards that are no shares', async () => {
    const { passAt1Error } = await measure(0.5, () => 3);
    expect(passAt1Error).toBeNull();
  });
});
