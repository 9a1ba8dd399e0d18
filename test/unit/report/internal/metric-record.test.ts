import { describe, expect, it } from 'vitest';
import { isErrorOfAnother, metricText, trainedText } from '../../../../src/report/internal/metric-record.js';

describe('metricText', () => {
  it('writes a number with its standard error, the unit once', () => {
    const record = { step: 1, stage: 'eval', passAt1: 0.985, passAt1Error: 0.0091, kl: 1e-4, klError: 2e-5 };
    expect(metricText(record, 'passAt1')).toBe('98.5 % ± 0.9');
    expect(metricText(record, 'kl')).toBe('1.0e-4 ± 2.0e-5');
  });

  it('has no text for what was not measured, and no error where there is none', () => {
    const record = { step: 1, stage: 'eval', passAt1: 1, passAt1Error: null, reward: null };
    expect(metricText(record, 'passAt1')).toBe('100.0 %');
    expect(metricText(record, 'reward')).toBeUndefined();
  });
});

describe('isErrorOfAnother', () => {
  it('is true of the error of a number that the record has', () => {
    const record = { step: 1, stage: 'eval', passAt1: 0.5, passAt1Error: 0.1, toolError: 1 };
    expect(isErrorOfAnother(record, 'passAt1Error')).toBe(true);
    expect(isErrorOfAnother(record, 'toolError')).toBe(false);
  });
});

describe('trainedText', () => {
  it('says how many rollouts were trained of how many', () => {
    expect(trainedText({ step: 1, stage: 'rl', trainedRollouts: 12, rollouts: 64 })).toBe('12/64');
    expect(trainedText({ step: 1, stage: 'rl', trainedRollouts: 12 })).toBe('12');
    expect(trainedText({ step: 1, stage: 'rl', rollouts: 64 })).toBeUndefined();
  });
});
