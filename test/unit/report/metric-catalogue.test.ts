import { describe, expect, it } from 'vitest';
import { formatMetric } from '../../../src/report/internal/metric-record.js';
import { METRIC_CATALOGUE, metricKey, metricScope, normalizeMetricName } from '../../../src/report/metric-catalogue.js';

describe('metricKey', () => {
  it.each([
    ['passAt1', 'passAt1'],
    ['pass@1', 'passAt1'],
    ['heldout/pass_at_1', 'passAt1'],
    ['critic/rewards/mean', 'reward'],
    ['actor/pg_clipfrac', 'clipFraction'],
    ['actor/ppo_kl', 'kl'],
    ['actor/pg_loss', 'loss'],
    ['actor/grad_norm', 'gradientNorm'],
    ['response_length/mean', 'responseLength'],
    ['response_length/clip_ratio', 'truncation'],
    ['perf/throughput', 'tokensPerSecond'],
    ['toolErrorShareInCorrect', 'toolErrorShareInCorrect'],
    ['failed_call_share_in_correct', 'toolErrorShareInCorrect'],
  ])('knows %s as %s', (name, key) => {
    expect(metricKey(name)).toBe(key);
  });

  it('leaves names of the caller’s own alone', () => {
    expect(metricKey('trainedToolErrorShareInCorrect')).toBeUndefined();
    expect(metricKey('learningRate')).toBeUndefined();
  });

  it('knows no name twice', () => {
    const names = METRIC_CATALOGUE.flatMap(({ key, aliases }) => [normalizeMetricName(key), ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(normalizeMetricName(name)).toBe(name);
  });
});

describe('metricScope', () => {
  it('reads it from the stage or from the first part of the name', () => {
    expect(metricScope({ stage: 'eval' }, 'passAt1')).toBe('held-out');
    expect(metricScope({ stage: 'rl' }, 'held-out/passAt1')).toBe('held-out');
    expect(metricScope({ stage: 'rl' }, 'passAt1')).toBe('training');
    expect(metricScope({ stage: 'rl' }, 'test')).toBe('training');
  });
});

describe('formatMetric', () => {
  it.each([
    [0.0412, 'percent', '4.1 %'],
    [0.60512, 'number', '0.605'],
    [123.4, 'number', '123'],
    [3410.4, 'integer', '3,410'],
    [1.234e-4, 'scientific', '1.2e-4'],
    [0, 'scientific', '0'],
    [NaN, 'number', '–'],
    [undefined, 'percent', '–'],
  ] as const)('writes %s as %s: %s', (value, format, text) => {
    expect(formatMetric(value, format)).toBe(text);
  });
});
