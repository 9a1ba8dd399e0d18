import { describe, expect, it } from 'vitest';
import type { PolicyLoss } from '../../../../../src/base/index.js';
import { policyLoss } from '../../../../../src/objective/index.js';
import { TOKEN_LOSSES } from '../../../../../src/tinker/server/internal/token-losses.js';

const TOKENS = [-3, -1.2, -0.4].flatMap((logprob) =>
  [-2.5, -1.1, -0.5].flatMap((sampled) => [-0.7, 0, 1.3].map((advantage) => ({ logprob, sampled, advantage }))),
);

describe('the losses of the Tinker API', () => {
  it.each(['cross_entropy', 'importance_sampling', 'ppo', 'dro'])('have the slope of their value: %s', (name) => {
    const { at, config } = TOKEN_LOSSES[name]!;
    for (const token of TOKENS) {
      const value = (step: number) => at({ ...token, logprob: token.logprob + step }, config)[0];
      expect(at(token, config)[1]).toBeCloseTo((value(1e-5) - value(-1e-5)) / 2e-5, 4);
    }
  });

  it('gives no gradient to a token that ppo clips, and all of it to one that it does not', () => {
    const { at, config } = TOKEN_LOSSES['ppo']!;
    expect(at({ logprob: -0.5, sampled: -1, advantage: 2 }, config)).toEqual([-2.4, 0]);
    expect(at({ logprob: -1, sampled: -0.5, advantage: -2 }, config)).toEqual([1.6, 0]);
    const [value, slope] = at({ logprob: -1, sampled: -0.5, advantage: 2 }, config);
    expect(value).toBeCloseTo(-2 * Math.exp(-0.5), 12);
    expect(slope).toBe(value);
  });

  it('weighs log π by the clipped ratio, which has no gradient of its own, in cispo', () => {
    const { at, config } = TOKEN_LOSSES['cispo']!;
    expect(at({ logprob: -0.5, sampled: -5, advantage: 2 }, config)).toEqual([4, -8]);
    const [value, slope] = at({ logprob: -3, sampled: -1, advantage: 2 }, config);
    expect(slope).toBeCloseTo(-2 * Math.exp(-2), 12);
    expect(value).toBeCloseTo(-3 * slope, 12);
  });

  it.each<[string, PolicyLoss]>([
    ['cross_entropy', { kind: 'cross-entropy' }],
    ['importance_sampling', { kind: 'clip', clipLow: 1, clipHigh: 1e9 }],
    ['ppo', { kind: 'clip', clipLow: 0.2, clipHigh: 0.2 }],
    ['cispo', { kind: 'cispo', clipLow: 1, clipHigh: 3 }],
    ['dro', { kind: 'dro', beta: 0.05 }],
  ])('are those of policyLoss where the log-ratio is within its limit: %s', (name, loss) => {
    const { at, config } = TOKEN_LOSSES[name]!;
    for (const token of TOKENS) {
      const { logprob, sampled, advantage } = token;
      const batch = { responseMask: [1], offsets: [0, 1], logprobs: [logprob], oldLogprobs: [sampled] };
      const ours = policyLoss({ ...batch, advantages: [advantage] }, { loss });
      const [value, slope] = at(token, config);
      expect(ours.loss).toBeCloseTo(value, 12);
      expect(ours.gradient[0]).toBeCloseTo(slope, 12);
    }
  });
});
