import { describe, expect, it } from 'vitest';
import {
  verlAggregateLoss,
  verlAggregation,
  verlKlPenalty,
  verlOverlongPunishment,
  verlPolicyLoss,
} from '../../../../src/compat/index.js';

const layout = { offsets: [0, 2, 4], responseMask: [1, 1, 1, 0] };
const empty = { offsets: [0, 2], responseMask: [0, 0] };

describe('verlAggregateLoss', () => {
  it('is NaN for a batch without counted tokens whose size it was not told', () => {
    expect(verlAggregateLoss([1, 1], empty, 'token-mean').loss).toBeNaN();
    expect(verlAggregateLoss([1, 1], empty, 'token-mean', { batch_num_tokens: 4 }).loss).toBe(0);
    expect(verlAggregateLoss([1, 1], empty, 'seq-mean-token-sum-norm').loss).toBeNaN();
    expect(verlAggregateLoss([1, 1], empty, 'seq-mean-token-sum-norm', {}, '0.8.0.dev').loss).toBe(0);
  });

  it('lets a NaN outside the mask through in the sequence modes', () => {
    expect(verlAggregateLoss([1, 2, 3, NaN], layout, 'seq-mean-token-sum').loss).toBeNaN();
    expect(verlAggregateLoss([1, 2, 3, NaN], layout, 'token-mean').loss).toBe(2);
  });

  it('divides by the sequences too under seq-mean-token-sum-norm since 0.10.0.dev', () => {
    expect(verlAggregateLoss([1, 2, 3, 4], layout, 'seq-mean-token-sum-norm').loss).toBe(6 / 2 / 2);
    expect(verlAggregateLoss([1, 2, 3, 4], layout, 'seq-mean-token-sum-norm', {}, '0.8.0.dev').loss).toBe(6 / 2);
  });

  it('sums the tokens under token-sum, which 0.8.0.dev does not know', () => {
    expect(verlAggregateLoss([1, 2, 3, 4], layout, 'token-sum', { dp_size: 2 }).loss).toBe(12);
    expect(() => verlAggregation('token-sum', layout, {}, '0.8.0.dev')).toThrow(
      new RangeError(
        'loss_agg_mode: expected one of token-mean, seq-mean-token-sum, seq-mean-token-mean, seq-mean-token-sum-norm, got "token-sum"',
      ),
    );
  });

  it('wants the size of the whole batch where there are several workers, since 0.10.0.dev', () => {
    expect(() => verlAggregation('token-mean', layout, { dp_size: 2 })).toThrow(
      new RangeError('batch_num_tokens: expected a number (dp_size is 2), got none'),
    );
    expect(verlAggregation('token-mean', layout, { dp_size: 2 }, '0.8.0.dev')).toMatchObject({ scale: 2 });
  });
});

describe('verlPolicyLoss', () => {
  it('is NaN, with a gradient of zero, where nothing is counted', () => {
    const input = { ...empty, logprobs: [-1, -1], oldLogprobs: [-1, -1], advantages: [1, 1] };
    const { loss, gradient } = verlPolicyLoss('vanilla', input);
    expect(loss).toBeNaN();
    expect(Array.from(gradient)).toEqual([0, 0]);
    expect(verlPolicyLoss('geo_mean', input).loss).toBe(0);
  });
});

describe('what verl does not know', () => {
  const input = { ...layout, logprobs: [-1, -1, -1, 0], oldLogprobs: [-1, -1, -1, 0], advantages: [1, 1, 1, 0] };

  it('is answered with the list of what there is', () => {
    expect(() => verlPolicyLoss('ppo' as never, input)).toThrow(
      new RangeError(
        'name: expected one of vanilla, dppo_tv, dppo_kl, gspo, sapo, gpg, clip_cov, kl_cov, geo_mean, cispo, dro, reinforce, bypass_mode, got "ppo"',
      ),
    );
    expect(() => verlPolicyLoss('vanilla', input, { loss_agg_mode: 'mean' })).toThrow(
      /expected one of token-mean, .*token-sum, got "mean"/,
    );
    expect(() => verlPolicyLoss('vanilla', input, { clip_ratio_hi: 0.3 } as never)).toThrow(
      /^config: expected only loss_agg_mode, clip_ratio, .*, got "clip_ratio_hi"$/,
    );
    expect(() => verlPolicyLoss('kl_cov', input, { policy_loss: { kl_cov: 1 } } as never)).toThrow(TypeError);
    expect(() => verlKlPenalty([-1], [-1], 'k4')).toThrow(
      new RangeError('kl_penalty: expected one of kl, k1, abs, mse, k2, low_var_kl, k3, got "k4"'),
    );
  });
});

describe('verlKlPenalty', () => {
  it('takes the gradient of k2 for kinds with a plus, which 0.8.0.dev refuses', () => {
    const { values, derivatives } = verlKlPenalty([-1], [-1.5], 'low_var_kl+');
    expect(values[0]).toBeCloseTo(Math.exp(-0.5) - 0.5, 12);
    expect(derivatives[0]).toBe(0.5);
    expect(() => verlKlPenalty([-1], [-1.5], 'k3+', '0.8.0.dev')).toThrow(RangeError);
  });
});

describe('verlOverlongPunishment', () => {
  it('goes on growing beyond the maximum', () => {
    const budget = { maxLength: 100, cacheLength: 20 };
    expect([10, 90, 120].map((length) => verlOverlongPunishment(length, budget))).toEqual([-0, -0.5, -2]);
  });
});
