import { describe, expect, it } from 'vitest';
import type { MetricRecord } from '../../../../src/base/index.js';
import type { RlStage } from '../../../../src/recipe/index.js';
import { collapseOf, stageEnd, maxTokensAt } from '../../../../src/recipe/stages/stage-rules.js';
import { rl } from './stage-fixtures.js';

const stage: RlStage = { ...rl, until: { steps: 10 } };
const steps = (values: readonly number[], name: string): MetricRecord[] =>
  values.map((value, i) => ({ stage: 'rl', step: i + 1, [name]: value }));
const evaluations = (values: readonly number[]): MetricRecord[] =>
  values.map((passAt1, i) => ({ stage: 'eval', step: i, passAt1 }));

describe('the end of a stage', () => {
  it('comes with its last step', () => {
    expect(stageEnd(stage, steps([0, 0], 'reward'), 3)).toBeUndefined();
    expect(stageEnd(stage, steps([0, 0, 0], 'reward'), 3)).toBe('steps');
  });

  it('comes when more groups than that are solved, over as many steps as asked for', () => {
    const solved = { ...stage, until: { steps: 10, solvedGroups: { above: 0.7, steps: 2 } } };
    expect(stageEnd(solved, steps([0.9], 'solvedGroups'), 10)).toBeUndefined();
    expect(stageEnd(solved, steps([0.5, 0.9], 'solvedGroups'), 10)).toBeUndefined();
    expect(stageEnd(solved, steps([0, 0.6, 0.9], 'solvedGroups'), 10)).toBe('solved-groups');
  });

  it('comes when the held-out curve has not risen by the gain', () => {
    const plateau = { ...stage, until: { steps: 10, plateau: { evaluations: 2, gain: 0.05 } } };
    expect(stageEnd(plateau, evaluations([0.5, 0.52]), 10)).toBeUndefined();
    expect(stageEnd(plateau, evaluations([0.5, 0.52, 0.56]), 10)).toBeUndefined();
    expect(stageEnd(plateau, evaluations([0.5, 0.52, 0.54]), 10)).toBe('plateau');
  });
});

describe('a collapse', () => {
  const rule = { steps: 2, below: 0.5 };

  it('is a mean that fell under its share of the best', () => {
    expect(collapseOf(rule, stage, steps([0.8, 0.8, 0.5, 0.4], 'reward'))).toBeUndefined();
    const collapsed = collapseOf(rule, stage, steps([0.8, 0.8, 0.4, 0.3], 'reward'));
    expect(collapsed).toMatchObject({ metric: 'reward', best: 0.8 });
    expect(collapsed!.now).toBeCloseTo(0.35);
  });

  it('is none before there are enough steps, or where nothing was ever good', () => {
    expect(collapseOf(rule, stage, steps([0.8], 'reward'))).toBeUndefined();
    expect(collapseOf(rule, stage, steps([0, 0, 0], 'reward'))).toBeUndefined();
    expect(collapseOf(rule, stage, steps([-1, -1, -1], 'reward'))).toBeUndefined();
  });
});

describe('a length that grows', () => {
  it('goes evenly from its first to its last, and stays there', () => {
    const growing = { maxTokens: { from: 100, to: 200, overSteps: 5 } };
    expect([1, 2, 3, 4, 5, 6, Infinity].map((step) => maxTokensAt(growing, step))).toEqual([
      100, 125, 150, 175, 200, 200, 200,
    ]);
    expect(maxTokensAt({ maxTokens: { from: 100, to: 200, overSteps: 1 } }, Infinity)).toBe(200);
  });
});
