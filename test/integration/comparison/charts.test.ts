import { describe, expect, it } from 'vitest';
import { comparisonCharts } from '../../../examples/trainer/comparison/charts.js';
import { exampleAlgorithms } from './fixtures.js';

const run = (seed: number, ...rewards: number[]) => ({
  seed,
  configHash: '',
  metrics: rewards.map((reward, index) => ({ step: index + 1, stage: 'rl', reward })),
});

describe('comparisonCharts', () => {
  it('draws the mean over seeds, the band and each seed', () => {
    const { charts } = comparisonCharts([{ name: 'grpo', runs: [run(1, 0.2, 0.4), run(2, 0.4, 0.8)] }], 100);
    expect(charts).toHaveLength(1);
    const [series] = charts[0]!.series;
    expect(series!.points.map(([x, y]) => [x, Number(y.toFixed(9))])).toEqual([
      [1, 0.3],
      [2, 0.6],
    ]);
    expect(series!.band).toEqual([
      [1, 0.2, 0.4],
      [2, 0.4, 0.8],
    ]);
    expect(series!.threads).toHaveLength(2);
  });

  it('takes no mean where a seed has no value', () => {
    const { charts } = comparisonCharts([{ name: 'grpo', runs: [run(1, 0.2, 0.4), run(2, 0.4)] }], 100);
    expect(charts[0]!.series[0]!.points.map(([x]) => x)).toEqual([1]);
    expect(charts[0]!.series[0]!.threads!.map((points) => points.length)).toEqual([2, 1]);
  });

  it('draws a single seed as a plain line', () => {
    const { charts } = comparisonCharts([{ name: 'grpo', runs: [run(1, 0.2)] }], 100);
    expect(charts[0]!.series[0]).toEqual({ name: 'grpo', color: 0, marked: false, points: [[1, 0.2]] });
  });

  it('gives held-out and training values charts of their own, and every algorithm its colour', () => {
    const { charts, spans } = comparisonCharts(exampleAlgorithms(), 100);
    expect(charts.slice(0, 3).map(({ title }) => title)).toEqual([
      'Pass@1',
      'Failed calls inside correct rollouts · held-out',
      'Failed calls inside correct rollouts · training',
    ]);
    for (const { series } of charts) {
      expect(series.map(({ name, color }) => [name, color])).toEqual([
        ['grpo-roc', 0],
        ['grpo', 1],
        ['uniform', 2],
      ]);
    }
    expect(spans.map(({ name }) => name)).toEqual(['sft', 'rl']);
  });
});
