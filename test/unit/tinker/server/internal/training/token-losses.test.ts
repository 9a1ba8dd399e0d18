import { describe, expect, it } from 'vitest';
import { policyLoss } from '../../../../../../src/objective/index.js';
import { LARGEST_LOG_RATIO, TOKEN_LOSSES } from '../../../../../../src/tinker/server/internal/training/token-losses.js';

interface Token {
  readonly logprob: number;
  readonly sampled: number;
  readonly advantage: number;
}

const TOKENS: readonly Token[] = [-3, -1.2, -0.4].flatMap((logprob) =>
  [-2.5, -1.1, -0.5].flatMap((sampled) => [-0.7, 0, 1.3].map((advantage) => ({ logprob, sampled, advantage }))),
);

/** A loss of one token, and its derivative with respect to its logprob. */
function at(name: string, { logprob, sampled, advantage }: Token, config?: Record<string, number>) {
  const { lossOf, config: defaults } = TOKEN_LOSSES[name]!;
  const batch = { responseMask: [1], offsets: [0, 1], logprobs: [logprob], oldLogprobs: [sampled] };
  const loss = lossOf({ ...defaults, ...config });
  const result = policyLoss({ ...batch, advantages: [advantage], lossWeights: [1] }, { loss });
  return [result.loss, result.gradient[0]!] as const;
}

const ratio = ({ logprob, sampled }: Token) => Math.exp(logprob - sampled);
const within = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

describe('the losses of the Tinker API', () => {
  it.each<[string, (token: Token) => number]>([
    ['cross_entropy', ({ logprob }) => -logprob],
    ['importance_sampling', (token) => -ratio(token) * token.advantage],
    ['ppo', (token) => -Math.min(ratio(token) * token.advantage, within(0.8, ratio(token), 1.2) * token.advantage)],
    ['cispo', (token) => -within(0, ratio(token), 4) * token.advantage * token.logprob],
    ['dro', ({ logprob, sampled, advantage }) => -logprob * advantage + (0.05 / 2) * (logprob - sampled) ** 2],
    [
      'gspo',
      (token) => -Math.min(ratio(token) * token.advantage, within(0.9997, ratio(token), 1.0004) * token.advantage),
    ],
  ])('are what the documentation of the service says: %s', (name, formula) => {
    for (const token of TOKENS) expect(at(name, token)[0]).toBeCloseTo(formula(token), 12);
  });

  it.each(['cross_entropy', 'importance_sampling', 'ppo', 'dro'])('have the slope of their value: %s', (name) => {
    for (const token of TOKENS) {
      const value = (step: number) => at(name, { ...token, logprob: token.logprob + step })[0];
      expect(at(name, token)[1]).toBeCloseTo((value(1e-5) - value(-1e-5)) / 2e-5, 4);
    }
  });

  it.each(['importance_sampling', 'ppo'])('have it up to the largest ratio that is taken: %s', (name) => {
    for (const logRatio of [-LARGEST_LOG_RATIO + 1, -30, 30, LARGEST_LOG_RATIO - 1])
      for (const advantage of [-0.7, 1.3]) {
        const token = { logprob: -1, sampled: -1 - logRatio, advantage };
        const [value, slope] = at(name, token);
        const step = 1e-5;
        const [above, below] = [step, -step].map((moved) => at(name, { ...token, logprob: -1 + moved })[0]);
        const scale = Math.max(Math.abs(value), Number.MIN_VALUE);
        expect((above! - below!) / (2 * step) / scale).toBeCloseTo(slope / scale, 5);
        if (name === 'importance_sampling') expect(slope / value).toBeCloseTo(1, 12);
      }
  });

  it('gives the clipped ratio of cispo no gradient of its own', () => {
    const [value, slope] = at('cispo', { logprob: -3, sampled: -1, advantage: 2 });
    expect(slope).toBeCloseTo(-2 * Math.exp(-2), 12);
    expect(value).toBeCloseTo(-3 * slope, 12);
    expect(at('cispo', { logprob: -0.5, sampled: -5, advantage: 2 })).toEqual([4, -8]);
  });

  it('penalize leaving the policy that sampled: stable_reinforce', () => {
    for (const token of TOKENS) {
      const { logprob, sampled, advantage } = token;
      const far = logprob - sampled;
      const [value, slope] = at('stable_reinforce', token, { kl_coeff: 0.5 });
      expect(value).toBeCloseTo(-logprob * advantage + 0.25 * far ** 2, 12);
      expect(slope).toBeCloseTo(-(advantage - 0.5 * far), 12);
    }
  });

  it('takes the thresholds and β that it is told', () => {
    const token = { logprob: -0.5, sampled: -1.5, advantage: 2 };
    expect(at('ppo', token, { clip_high_threshold: 2 })[0]).toBeCloseTo(-4, 12);
    expect(at('dro', token, { beta: 1 })[0]).toBeCloseTo(1 + 0.5, 12);
  });

  it('does not limit a ratio that a number can hold', () => {
    expect(at('importance_sampling', { logprob: -1, sampled: -51, advantage: 1 })[1]).toBeCloseTo(-Math.exp(50), -10);
  });
});
