import { describe, expect, it } from 'vitest';
import { verlAggregateLoss, verlKlPenalty } from '../../../../src/compat/index.js';
import { verlAggregation } from '../../../../src/compat/verl/aggregate-loss.js';

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

describe('verlKlPenalty', () => {
  it('takes the gradient of k2 for kinds with a plus, which 0.8.0.dev refuses', () => {
    const { values, derivatives } = verlKlPenalty([-1], [-1.5], 'low_var_kl+');
    expect(values[0]).toBeCloseTo(Math.exp(-0.5) - 0.5, 12);
    expect(derivatives[0]).toBe(0.5);
    expect(() => verlKlPenalty([-1], [-1.5], 'k3+', '0.8.0.dev')).toThrow(RangeError);
  });

  it('answers an unknown name with those there are', () => {
    expect(() => verlKlPenalty([-1], [-1], 'k4')).toThrow(
      new RangeError('kl_penalty: expected one of kl, k1, abs, mse, k2, low_var_kl, k3, got "k4"'),
    );
  });
});
