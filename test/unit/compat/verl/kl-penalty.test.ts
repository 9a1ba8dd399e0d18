import { describe, expect, it } from 'vitest';
import { verlKlPenalty } from '../../../../src/compat/index.js';

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
