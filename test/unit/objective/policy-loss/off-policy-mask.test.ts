import { describe, expect, it } from 'vitest';
import { policyLoss } from '../../../../src/objective/index.js';
import type { Objective } from '../../../../src/base/index.js';

/** Three sequences of two tokens: a failure and a success that moved away by 1 on average, and a failure that stayed. */
const input = {
  offsets: [0, 2, 4, 6],
  responseMask: [1, 1, 1, 1, 1, 1],
  advantages: [-1, -1, 1, 1, -1, -1],
  oldLogprobs: [-1, -1, -1, -1, -1, -1],
  logprobs: [-1.5, -2.5, -1.5, -2.5, -1, -1],
};
const plain = {
  loss: { kind: 'reinforce' },
  aggregation: { kind: 'constant', weight: 1 },
} as const satisfies Objective;
const masked = (threshold: number): Objective => ({ ...plain, offPolicyMask: { threshold } });

describe('an off-policy mask', () => {
  it('takes the policy loss of failures that the policy has moved away from, and of nothing else', () => {
    const { gradient, losses, metrics } = policyLoss(input, masked(0.9));
    expect([...gradient]).toEqual([0, 0, -1, -1, 1, 1]);
    expect([...losses.subarray(0, 2)].map(Math.abs)).toEqual([0, 0]);
    expect(metrics['actor/off_policy_masked_fraction']).toBeCloseTo(1 / 3, 12);
    expect(policyLoss(input, masked(1)).gradient).toEqual(policyLoss(input, plain).gradient);
  });

  it('is measured from the logprobs of the engine that drew, where the batch has them', () => {
    const rolloutLogprobs = input.logprobs;
    expect(policyLoss({ ...input, rolloutLogprobs }, masked(0.9)).gradient).toEqual(policyLoss(input, plain).gradient);
  });

  it('leaves the KL term and the denominators as they are', () => {
    const kl = { coefficient: 0.5, kind: 'k2' } as const;
    const batch = { ...input, referenceLogprobs: input.oldLogprobs };
    const { loss, metrics } = policyLoss(batch, { ...masked(0.9), kl, aggregation: 'token-mean' });
    expect(loss).toBeCloseTo((1.5 + 2.5 - 2) / 6 + 0.5 * metrics['actor/kl_loss']!, 12);
    expect(metrics['actor/kl_loss']).toBeCloseTo((2 * (0.125 + 1.125)) / 6, 12);
  });

  it('counts nothing in a sequence without counted tokens', () => {
    const { loss, metrics } = policyLoss({ ...input, responseMask: [0, 0, 0, 0, 0, 0] }, masked(0.9));
    expect([loss, metrics['actor/off_policy_masked_fraction']]).toEqual([0, 0]);
  });

  it('refuses a threshold that is not above 0', () => {
    expect(() => policyLoss(input, masked(0))).toThrow(
      'objective.offPolicyMask.threshold: expected more than 0, got 0',
    );
  });
});
