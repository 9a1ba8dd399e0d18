import { describe, expect, it } from 'vitest';
import { METRIC_CATALOGUE, metricKey, renameMetrics } from '../../../src/report/index.js';

const rl = { step: 3, stage: 'rl', reward: 0.5, responseLength: 92, kl: 0.01, referenceKl: 0.2, rejected: 0.25 };

describe('renameMetrics', () => {
  it("gives a record of training verl's names, and keeps the others behind the stage", () => {
    expect(renameMetrics(rl, 'verl')).toEqual({
      step: 3,
      stage: 'rl',
      'critic/score/mean': 0.5,
      'response_length/mean': 92,
      'actor/ppo_kl': 0.01,
      'actor/kl_loss': 0.2,
      'rl/rejected': 0.25,
    });
  });

  it("gives it TRL's, whose kl is that from the reference", () => {
    expect(renameMetrics(rl, 'trl')).toEqual({
      step: 3,
      stage: 'rl',
      reward: 0.5,
      'completions/mean_length': 92,
      'rl/kl': 0.01,
      kl: 0.2,
      frac_reward_zero_std: 0.25,
    });
  });

  it('tells supervised stages and held-out measurements apart', () => {
    expect(renameMetrics({ step: 1, stage: 'sft-2', loss: 2 }, 'verl')).toMatchObject({ 'train/loss': 2 });
    expect(renameMetrics({ step: 1, stage: 'rl-8k', loss: 2 }, 'verl')).toMatchObject({ 'actor/pg_loss': 2 });
    expect(renameMetrics({ step: 1, stage: 'eval', passAt1: 0.5 }, 'verl')).toMatchObject({
      'val-core/unknown/acc/mean@1': 0.5,
    });
    expect(renameMetrics({ step: 1, stage: 'rl', 'heldout/pass@1': 0.5 }, 'trl')).toMatchObject({ eval_reward: 0.5 });
  });

  it('finds a metric by its other names, and no metric by those of an object', () => {
    expect(renameMetrics({ step: 1, stage: 'rl', clipfrac: 0.1, toString: 1 }, 'verl')).toMatchObject({
      'actor/pg_clipfrac': 0.1,
      'rl/toString': 1,
    });
  });

  it('gives names that the catalogue knows again', () => {
    const stage = 'rl';
    for (const { key } of METRIC_CATALOGUE)
      for (const name of Object.keys(renameMetrics({ step: 1, stage, [key]: 1 }, 'verl')).slice(2))
        expect([name, metricKey(name)]).toEqual([name, key]);
  });

  it('leaves a record under its own names as it is, and refuses names that nobody has', () => {
    expect(renameMetrics(rl, 'own')).toBe(rl);
    expect(() => renameMetrics(rl, 'keras' as never)).toThrow('names: expected');
    expect(() => renameMetrics(3 as never, 'verl')).toThrow('record: expected an object, got 3');
  });
});
