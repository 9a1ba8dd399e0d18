import { describe, expect, it } from 'vitest';
import { scheduledOptimizer } from '../../../../src/recipe/index.js';

describe("a stage's optimizer", () => {
  it("warms up over a share of its steps and falls along a cosine: the paper's SFT", () => {
    const at = scheduledOptimizer(
      { learningRate: 5e-6, weightDecay: 0.1, schedule: { kind: 'cosine', warmupShare: 0.04 } },
      100,
    );
    expect(at(1)).toEqual({ learningRate: 5e-6 / 4, weightDecay: 0.1 });
    expect(at(4).learningRate).toBe(5e-6);
    expect(at(52).learningRate).toBeCloseTo(2.5e-6, 12);
    expect(at(100).learningRate).toBeCloseTo(0, 12);
  });

  it('is constant where nothing is said', () => {
    const at = scheduledOptimizer({ learningRate: 1e-6 }, 10);
    expect([at(1).learningRate, at(10).learningRate]).toEqual([1e-6, 1e-6]);
  });
});
