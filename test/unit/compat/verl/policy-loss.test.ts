import { describe, expect, it } from 'vitest';
import { verlPolicyLoss } from '../../../../src/compat/index.js';

describe('verlPolicyLoss', () => {
  it('is NaN, with a gradient of zero, where nothing is counted', () => {
    const input = {
      offsets: [0, 2],
      responseMask: [0, 0],
      logprobs: [-1, -1],
      oldLogprobs: [-1, -1],
      advantages: [1, 1],
    };
    const { loss, gradient } = verlPolicyLoss('vanilla', input);
    expect(loss).toBeNaN();
    expect(Array.from(gradient)).toEqual([0, 0]);
    expect(verlPolicyLoss('geo_mean', input).loss).toBe(0);
  });
});

describe('what verl does not know', () => {
  const input = {
    offsets: [0, 2, 4],
    responseMask: [1, 1, 1, 0],
    logprobs: [-1, -1, -1, 0],
    oldLogprobs: [-1, -1, -1, 0],
    advantages: [1, 1, 1, 0],
  };

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
  });
});
