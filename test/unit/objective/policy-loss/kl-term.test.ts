import { describe, expect, it } from 'vitest';
import { grpo, policyLoss } from '../../../../src/objective/index.js';
import type { KlKind, KlTerm, Objective } from '../../../../src/base/index.js';

const objective = (kl: KlTerm): Objective => ({
  loss: { kind: 'reinforce' },
  aggregation: { kind: 'constant', weight: 1 },
  kl,
});
const batch = (logprob: number, old: number, reference: number) => ({
  ...{ offsets: [0, 1], responseMask: [1], advantages: [0] },
  ...{ logprobs: [logprob], oldLogprobs: [old], referenceLogprobs: [reference] },
});

describe('a KL term that is corrected for bias', () => {
  it('is the estimate times the ratio, and the gradient goes through both', () => {
    const { loss, gradient } = policyLoss(
      batch(-1, -1.3, -1.7),
      objective({ coefficient: 1, kind: 'k3', biasCorrection: true }),
    );
    const [ratio, x] = [Math.exp(0.3), 0.7];
    expect(loss).toBeCloseTo(ratio * (Math.exp(-x) + x - 1), 12);
    // Of k3 the gradient is the ratio times the log-ratio to the reference.
    expect(gradient[0]).toBeCloseTo(ratio * x, 12);
  });

  it('has the KL and its gradient for its mean over what the old policy draws', () => {
    const [old, now, reference] = [
      [0.2, 0.3, 0.5],
      [0.5, 0.3, 0.2],
      [0.1, 0.6, 0.3],
    ];
    const kl = objective({ coefficient: 1, kind: 'k3', biasCorrection: true });
    const terms = old.map((p, i) => {
      const { loss, gradient } = policyLoss(batch(Math.log(now[i]!), Math.log(p), Math.log(reference[i]!)), kl);
      return { p, loss, gradient: gradient[0]! };
    });
    const exact = now.reduce((sum, p, i) => sum + p * Math.log(p / reference[i]!), 0);
    expect(terms.reduce((sum, { p, loss }) => sum + p * loss, 0)).toBeCloseTo(exact, 12);
    // ∂ KL / ∂ logit_j = π_j (log(π_j / ref_j) − KL); of log π_i with respect to logit_j it is 1[i = j] − π_j.
    now.forEach((q, j) => {
      const estimated = terms.reduce((sum, { p, gradient }, i) => sum + p * gradient * (Number(i === j) - q), 0);
      expect(estimated).toBeCloseTo(q * (Math.log(q / reference[j]!) - exact), 12);
    });
  });

  it('stays finite, without a gradient of the ratio, where the old policy hardly drew', () => {
    const { loss, gradient } = policyLoss(
      batch(-1, -500, -2),
      objective({ coefficient: 1, kind: 'k1', biasCorrection: true }),
    );
    expect(loss).toBeCloseTo(Math.exp(20), 0);
    expect(gradient[0]).toBeCloseTo(Math.exp(20), 0);
  });

  it.each<KlKind>(['k1+', 'k3+'])('is refused with %s, whose gradient is that of another estimate', (kind) => {
    expect(() => policyLoss(batch(-1, -1, -1), objective({ coefficient: 1, kind, biasCorrection: true }))).toThrow(
      'objective.kl.biasCorrection: expected false for a kind with a +, which takes its gradient from another kind',
    );
  });

  it('can be asked of the preset', () => {
    expect(grpo({ kl: { coefficient: 0.1, biasCorrection: true } }).kl).toEqual({
      coefficient: 0.1,
      kind: 'k3',
      biasCorrection: true,
    });
  });
});
