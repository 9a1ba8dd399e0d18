import { describe, expect, it } from 'vitest';
import { inWords, runCharts, thin } from '../../../src/report/metric-charts.js';
import { exampleMetrics } from './fixtures.js';

describe('runCharts', () => {
  it('draws the catalogue in its order, then the caller’s own metrics', () => {
    const { charts } = runCharts(exampleMetrics(), 1000);
    expect(charts.map(({ id }) => id)).toEqual([
      'passAt1',
      'toolErrorShareInCorrect',
      'reward',
      'responseLength',
      'truncation',
      'clipFraction',
      'entropy',
      'kl',
      'loss/sft',
      'loss/rl',
      'gradientNorm/sft',
      'gradientNorm/rl',
      'tokensPerSecond',
      'rejectedGroups',
      'updateSeconds',
    ]);
    expect(charts.filter(({ known }) => !known).map(({ title }) => title)).toEqual([
      'Rejected groups',
      'Update seconds',
    ]);
  });

  it('tells held-out values from training values of the same metric', () => {
    const { charts } = runCharts(
      [
        { step: 1, stage: 'rl', toolErrorShareInCorrect: 0.3, 'heldout/pass@1': 0.5 },
        { step: 1, stage: 'eval', toolErrorShareInCorrect: 0.2 },
      ],
      10,
    );
    const series = Object.fromEntries(charts.map((chart) => [chart.id, chart.series]));
    expect(series['toolErrorShareInCorrect']).toEqual([
      { name: 'held-out', color: 0, marked: true, points: [[1, 0.2]] },
      { name: 'training', color: 1, marked: false, points: [[1, 0.3]] },
    ]);
    expect(series['passAt1']!.map(({ name }) => name)).toEqual(['held-out']);
  });

  it('leaves out values that are null or text, and keeps the later of two at one place', () => {
    const { charts } = runCharts(
      [
        { step: 1, stage: 'rl', reward: null, note: 'text' },
        { step: 2, stage: 'rl', reward: 0.1 },
        { step: 2, stage: 'rl', reward: 0.2 },
      ],
      10,
    );
    expect(charts).toHaveLength(1);
    expect(charts[0]!.series[0]!.points).toEqual([[2, 0.2]]);
  });
});

describe('thin', () => {
  it('keeps first and last and at most one more than the limit', () => {
    const points = Array.from({ length: 1001 }, (_, i) => i);
    const few = thin(points, 100);
    expect(few.length).toBeLessThanOrEqual(101);
    expect([few[0], few.at(-1)]).toEqual([0, 1000]);
    expect(thin(points, 1001)).toBe(points);
  });
});

describe('inWords', () => {
  it('reads a metric’s name as a heading', () => {
    expect(inWords('rejectedGroups')).toBe('Rejected groups');
    expect(inWords('roc_error_ratio/penalty_weight')).toBe('Roc error ratio/penalty weight');
  });
});

describe('the charts of a run with standard errors', () => {
  it('have them around what they are of, within what a share can be, and not as curves of their own', () => {
    const metrics = [
      { step: 1, stage: 'rl', reward: 0.5 },
      { step: 1, stage: 'eval', passAt1: 0.9375, passAt1Error: 0.125 },
      { step: 2, stage: 'rl', reward: 0.5 },
      { step: 2, stage: 'eval', passAt1: 0.75, passAt1Error: null },
    ];
    const { charts } = runCharts(metrics, 100);
    expect(charts.map(({ id }) => id)).toEqual(['passAt1', 'reward']);
    expect(charts[0]!.series[0]!.band).toEqual([[1, 0.8125, 1]]);
  });
});
