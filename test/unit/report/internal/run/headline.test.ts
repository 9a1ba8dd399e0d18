import { describe, expect, it } from 'vitest';
import { headlineNumbers, setApartFacts, summaryFacts } from '../../../../../src/report/internal/run/headline.js';
import type { MetricRecord } from '../../../../../src/report/index.js';

const METRICS: MetricRecord[] = [
  { step: 1, stage: 'sft', loss: 1 },
  { step: 0, stage: 'eval', passAt1: 0.31, toolErrorShareInCorrect: 0.2, responseLength: 90 },
  { step: 1, stage: 'rl', toolErrorShareInCorrect: 0.9, elapsedSeconds: 65 },
  { step: 1, stage: 'eval', passAt1: 0.97, toolErrorShareInCorrect: 0.02, responseLength: 70 },
];

describe('headlineNumbers', () => {
  it('reads them from the held-out measurements', () => {
    const numbers = headlineNumbers(METRICS).map(({ label, from, value, trend }) => [label, from, value, trend]);
    expect(numbers).toEqual([
      ['Pass@1', '31.0 %', '97.0 %', 'better'],
      ['Failed calls inside correct rollouts', '20.0 %', '2.0 %', 'better'],
      ['Response length', '90', '70', null],
      ['Steps', null, '1 sft + 1 rl', null],
      ['Wall time', null, '1 min 05 s', null],
    ]);
  });

  it('believes the summary over the metrics', () => {
    const [passAt1, share] = headlineNumbers(METRICS, {
      passAt1AfterSft: 0.4,
      passAt1: 0.35,
      toolErrorShareInCorrect: 0.2,
    });
    expect([passAt1!.from, passAt1!.value, passAt1!.trend]).toEqual(['40.0 %', '35.0 %', 'worse']);
    expect([share!.from, share!.value, share!.trend]).toEqual(['20.0 %', '20.0 %', 'same']);
  });

  it('says nothing of what was not measured', () => {
    expect(headlineNumbers([])).toEqual([]);
    expect(
      headlineNumbers([{ step: 3, stage: 'rl', toolErrorShareInCorrect: null }]).map(({ label }) => label),
    ).toEqual(['Steps']);
  });

  it('names training as the source where nothing was held out', () => {
    const [share] = headlineNumbers([{ step: 1, stage: 'rl', toolErrorShareInCorrect: 0.3 }]);
    expect(share!.note).toBe('in training');
  });
});

describe('summaryFacts', () => {
  it('gives every entry that is no headline number', () => {
    expect(
      summaryFacts({ passAt1: 0.9, wallSeconds: 3, isolation: 'full', problems: 2048, share: 0.1234, none: null }),
    ).toEqual([
      ['isolation', 'full'],
      ['problems', '2,048'],
      ['share', '0.123'],
    ]);
  });

  it('writes the standard error behind what was measured, at the start and at the end', () => {
    const metrics = [
      { step: 0, stage: 'eval', passAt1: 0.365, passAt1Error: 0.053 },
      { step: 20, stage: 'rl', reward: 1 },
      { step: 20, stage: 'eval', passAt1: 0.985, passAt1Error: 0.009 },
    ];
    const [passAt1] = headlineNumbers(metrics);
    expect(passAt1).toMatchObject({ value: '98.5 % ± 0.9', from: '36.5 % ± 5.3' });
    // The error is that of a measurement, not of another number.
    expect(headlineNumbers(metrics, { passAt1: 0.5 })[0]).toMatchObject({ value: '50.0 %' });
  });
});

describe('setApartFacts', () => {
  it('sums what agents set apart in training, with the first reason', () => {
    const apart = (stage: string, count: number, because: string | null): MetricRecord => ({
      ...{ step: 1, stage, 'agent/set_apart': count, 'agent/set_apart_because': because },
    });
    const metrics = [
      apart('eval', 7, 'no'),
      apart('rl', 0, null),
      apart('rl', 2, 'the agent threw: Error: x'),
      apart('rl', 1, 'y'),
    ];
    expect(setApartFacts(metrics)).toEqual([['Rollouts set apart', '3; the first: the agent threw: Error: x']]);
    expect(setApartFacts(METRICS)).toEqual([]);
  });
});
