import { describe, expect, it } from 'vitest';
import { verlImportanceWeights, verlOffPolicyMetrics, verlRejection } from '../../../../src/compat/index.js';

const list = (values: ArrayLike<number>) => Array.from(values);

/** Two sequences of two counted tokens, and one without any. */
const input = {
  offsets: [0, 3, 5, 6],
  responseMask: [0, 1, 1, 1, 1, 0],
  logRatios: [NaN, Math.log(4), Math.log(0.5), 0, Math.log(0.5), NaN],
};

describe('verlRejection', () => {
  it('bounds the ratio of rollout to train, as verl does', () => {
    const only = (rollout_rs_threshold: string) =>
      list(verlRejection(input, { rollout_rs: 'token_k1', rollout_rs_threshold }).mask);
    expect(only('0.4_2.2')).toEqual([0, 0, 1, 1, 1, 0]);
    expect(only('0.2_1.5')).toEqual([0, 1, 0, 1, 0, 0]);
  });

  it('reads verl’s own strings', () => {
    const spaced = { rollout_rs: ' token_k1 , seq_max_k2', rollout_rs_threshold: '0.5_2_1, 0.5' };
    expect(list(verlRejection(input, spaced).mask)).toEqual([0, 0, 0, 1, 1, 0]);
    expect(() => verlRejection(input, { rollout_rs: 'token_k1', rollout_rs_threshold: [1] })).toThrow(TypeError);
    expect(() => verlRejection(input, { rollout_rs: 'token_k1', rollout_rs_threshold: '1__2' })).toThrow(RangeError);
  });

  it('rejected everything by crossed bounds in 0.8.0.dev, and refuses them since', () => {
    const crossed = { rollout_rs: 'token_k1', rollout_rs_threshold: 0.5 };
    expect(list(verlRejection(input, crossed, '0.8.0.dev').mask)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(() => verlRejection(input, crossed)).toThrow(RangeError);
  });
});

describe('verlImportanceWeights', () => {
  it('counts sequences without tokens in the metrics', () => {
    expect(verlImportanceWeights(input, { rollout_is: 'token' }).metrics['rollout_is_seq_min']).toBe(0);
  });

  it('describes the ratios in 0.8.0.dev, and the weights that are applied since', () => {
    const config = { rollout_is: 'token', rollout_is_threshold: 2 };
    expect(verlImportanceWeights(input, config, '0.8.0.dev').metrics['rollout_is_max']).toBeCloseTo(4, 12);
    expect(verlImportanceWeights(input, config).metrics['rollout_is_max']).toBe(2);
  });

  it('takes two thresholds for IcePop since 0.10.0.dev', () => {
    const config = { rollout_is: 'token', rollout_is_threshold: '0.6_5.0' };
    expect(list(verlImportanceWeights(input, config).weights)).toEqual(
      [0, 4, 0, 1, 0, 0].map((w) => expect.closeTo(w, 12) as number),
    );
    expect(() => verlImportanceWeights(input, config, '0.8.0.dev')).toThrow(TypeError);
  });

  it('refuses a batch without counted tokens', () => {
    const empty = { offsets: [0, 1], responseMask: [0], logRatios: [1] };
    expect(() => verlImportanceWeights(empty, { rollout_is: 'token' })).toThrow(RangeError);
  });
});

describe('verlOffPolicyMetrics', () => {
  it('counts a sequence without tokens as perplexity 1', () => {
    const metrics = verlOffPolicyMetrics({ offsets: [0, 1, 2], responseMask: [1, 0], trainLogprobs: [-1, -9] });
    expect(metrics['training_ppl']).toBeCloseTo((Math.E + 1) / 2, 12);
  });
});
