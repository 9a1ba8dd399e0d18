import { describe, expect, it } from 'vitest';
import {
  importanceWeights,
  offPolicyMetrics,
  rejectRollouts,
  rolloutCorrection,
} from '../../../../src/objective/index.js';

const list = (values: ArrayLike<number>) => Array.from(values);
const closeTo = (value: number): unknown => expect.closeTo(value, 12);

/** Two sequences of two counted tokens, and one without any. */
const input = {
  offsets: [0, 3, 5, 6],
  responseMask: [0, 1, 1, 1, 1, 0],
  logRatios: [NaN, Math.log(4), Math.log(0.5), 0, Math.log(0.5), NaN],
};

describe('importanceWeights, rejectRollouts and offPolicyMetrics', () => {
  const functions = [
    ['importanceWeights', (layout: typeof input) => importanceWeights(layout, { level: 'token' })],
    ['rejectRollouts', (layout: typeof input) => rejectRollouts(layout, { criteria: [] })],
    ['offPolicyMetrics', (layout: typeof input) => offPolicyMetrics({ ...layout, trainLogprobs: layout.logRatios })],
  ] as const;

  it.each(functions)('refuse a mask of booleans and offsets that do not fit: %s', (_, run) => {
    expect(() => run({ ...input, responseMask: input.responseMask.map(Boolean) as never })).toThrow(
      new TypeError('input.responseMask[0]: expected 0 or 1, got false'),
    );
    expect(() => run({ ...input, offsets: [0, 3] })).toThrow(
      new RangeError('input.offsets: expected to end at 6 (response mask), got 3'),
    );
    expect(() => run({ ...input, logRatios: [0] })).toThrow(RangeError);
    expect(() => run(undefined as never)).toThrow(TypeError);
  });
});

describe('importanceWeights', () => {
  it('cuts the ratio of each token off at the threshold', () => {
    const { weights, metrics } = importanceWeights(input, { level: 'token' });
    expect(list(weights)).toEqual([0, 2, 0.5, 1, 0.5, 0].map(closeTo));
    expect(metrics).toMatchObject({
      rollout_is_max: 2,
      rollout_is_mean: closeTo(1),
      rollout_is_ratio_fraction_high: 0.25,
    });
  });

  it('gives all tokens of a sequence the product of its ratios', () => {
    const { weights } = importanceWeights(input, { level: 'sequence', threshold: 1.5 });
    expect(list(weights)).toEqual([0, 1.5, 1.5, 0.5, 0.5, 0].map(closeTo));
  });

  it('divides by the mean when asked', () => {
    const { weights, metrics } = importanceWeights(input, { level: 'token', normalize: true });
    expect(list(weights)).toEqual([0, 2, 0.5, 1, 0.5, 0].map((weight) => closeTo(weight)));
    expect(metrics['rollout_is_batch_norm_factor']).toBeCloseTo(1, 12);
  });

  it('makes weights outside two bounds 0 rather than cutting them off', () => {
    const { weights, metrics } = importanceWeights(input, { level: 'token', lower: 0.6, threshold: 5 });
    expect(list(weights)).toEqual([0, 4, 0, 1, 0, 0].map(closeTo));
    expect(metrics).toMatchObject({ rollout_is_oob_ratio: 0.5, rollout_is_min: 0, rollout_is_mean: closeTo(1.25) });
    expect(() => importanceWeights(input, { level: 'token', lower: 3 })).toThrow(
      new RangeError('options.lower: expected at most 2 (threshold), got 3'),
    );
  });

  it('leaves sequences without tokens out of the metrics', () => {
    expect(importanceWeights(input, { level: 'token' }).metrics['rollout_is_seq_min']).toBeCloseTo(0.75, 12);
  });

  it('has nothing to say of an empty batch', () => {
    const empty = { offsets: [0, 1], responseMask: [0], logRatios: [1] };
    expect(importanceWeights(empty, { level: 'token' })).toEqual({ weights: Float64Array.of(0), metrics: {} });
  });
});

describe('rejectRollouts', () => {
  it('bounds the ratio of train to rollout, token by token', () => {
    const { mask, metrics } = rejectRollouts(input, { criteria: [{ statistic: 'token_k1', lower: 0.4, upper: 2 }] });
    expect(list(mask)).toEqual([0, 0, 1, 1, 1, 0]);
    expect(metrics).toMatchObject({ rollout_rs_masked_fraction: 0.25, rollout_rs_seq_masked_fraction: 0.5 });
  });

  it('rejects whole sequences by their sum, mean or largest divergence, and needs every criterion to hold', () => {
    const only = (statistic: 'seq_sum_k1' | 'seq_mean_k1' | 'seq_max_k2', upper: number) =>
      list(rejectRollouts(input, { criteria: [{ statistic, upper }] }).mask);
    expect(only('seq_sum_k1', 1.9)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(only('seq_mean_k1', 1.42)).toEqual([0, 1, 1, 1, 1, 0]);
    expect(only('seq_max_k2', 0.5)).toEqual([0, 0, 0, 1, 1, 0]);
    const both = rejectRollouts(input, {
      criteria: [
        { statistic: 'seq_max_k2', upper: 0.5 },
        { statistic: 'token_k3', upper: 0.1 },
      ],
    });
    expect(list(both.mask)).toEqual([0, 0, 0, 1, 0, 0]);
  });

  it('refuses bounds that cross', () => {
    const criteria = [{ statistic: 'token_k1', upper: 0.5 }] as const;
    expect(() => rejectRollouts(input, { criteria })).toThrow(
      new RangeError('options.criteria.0.upper: expected at least the lower bound 2, got 0.5'),
    );
  });
});

describe('offPolicyMetrics and rolloutCorrection', () => {
  const trainLogprobs = [0, -1, -2, -1, -1, 0];
  const rolloutLogprobs = [0, -1.5, -1.5, -1, -2, 0];

  it('measure the distance of the two policies', () => {
    const metrics = offPolicyMetrics({ ...input, trainLogprobs, rolloutLogprobs });
    expect(metrics).toMatchObject({
      kl: closeTo(-0.25),
      training_ppl: closeTo((Math.exp(1.5) + Math.exp(1)) / 2),
      log_ppl_diff_max: closeTo(0),
      log_ppl_diff_min: closeTo(-0.5),
    });
    expect(Object.keys(offPolicyMetrics({ ...input, trainLogprobs }))).toEqual(['training_ppl', 'training_log_ppl']);
  });

  it('refuse what they do not know, and say where what they do know is wrong', () => {
    const correct = (options: object) => () => rolloutCorrection({ ...input, trainLogprobs, rolloutLogprobs }, options);
    expect(correct({ weight: { level: 'token' } })).toThrow(new TypeError('options: unknown option "weight"'));
    expect(correct({ weights: { level: 'token', lower: 3 } })).toThrow(
      new RangeError('options.weights.lower: expected at most 2 (threshold), got 3'),
    );
    expect(correct({ rejection: {} })).toThrow('options.rejection.criteria: expected');
  });

  it('give weights, a mask and metrics together, each only where asked for', () => {
    const both = { ...input, trainLogprobs, rolloutLogprobs };
    const measured = rolloutCorrection(both);
    expect(measured.weights).toBeUndefined();
    expect(list(measured.mask)).toEqual(input.responseMask);
    expect(measured.metrics['rollout_corr/kl']).toBeCloseTo(-0.25, 12);
    const corrected = rolloutCorrection(both, {
      weights: { level: 'token' },
      rejection: { criteria: [{ statistic: 'token_k2', upper: 0.3 }] },
    });
    expect(list(corrected.weights!)).toEqual([0, Math.exp(0.5), Math.exp(-0.5), 1, 2, 0].map(closeTo));
    expect(list(corrected.mask)).toEqual([0, 1, 1, 1, 0, 0]);
    expect(() => rolloutCorrection({ ...both, rolloutLogprobs: [] })).toThrow(
      new RangeError('input.rolloutLogprobs: expected length 6 (response mask), got 0'),
    );
  });

  it('measure how far apart the probabilities are that two engines give, over counted tokens alone', () => {
    const logprobs = (...probabilities: number[]) => Float64Array.from(probabilities, (p) => Math.log(p));
    const measured = {
      offsets: Int32Array.of(0, 3, 5),
      responseMask: Uint8Array.of(0, 1, 1, 0, 1),
      trainLogprobs: logprobs(0.9, 0.5, 0.2, 0.9, 0.8),
      rolloutLogprobs: logprobs(0.1, 0.4, 0.2, 0.1, 0.6),
    };
    // |differences| 0.1, 0, 0.2; torch.corrcoef of (0.5, 0.2, 0.8) and (0.4, 0.2, 0.6) is 1.
    expect(rolloutCorrection(measured).metrics).toMatchObject({
      'training/rollout_probs_diff_max': closeTo(0.2),
      'training/rollout_probs_diff_mean': closeTo(0.1),
      'training/rollout_probs_diff_std': closeTo(0.1),
      'training/rollout_actor_probs_pearson_corr': closeTo(1),
    });
    expect(rolloutCorrection({ ...measured, responseMask: new Uint8Array(5) }).metrics).toEqual({});
    const same = { ...measured, trainLogprobs: logprobs(0.5, 0.5, 0.5, 0.5, 0.5) };
    expect(rolloutCorrection(same).metrics).not.toHaveProperty('training/rollout_actor_probs_pearson_corr');
  });
});
