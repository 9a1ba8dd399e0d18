import { describe, expect, it } from 'vitest';
import { policyLoss } from '../../../../src/objective/index.js';
import type { PolicyLoss } from '../../../../src/base/index.js';

/** Tokens of one sequence, by their probabilities before and now. */
function run(loss: PolicyLoss, old: readonly number[], now: readonly number[], advantages: readonly number[]) {
  const input = {
    offsets: [0, old.length],
    responseMask: old.map(() => 1),
    oldLogprobs: old.map(Math.log),
    logprobs: now.map(Math.log),
    advantages,
  };
  return policyLoss(input, { loss, aggregation: { kind: 'constant', weight: 1 } });
}

const closeTo = (value: number): unknown => expect.closeTo(value, 10);

describe('dppo', () => {
  const old = [0.5, 0.5, 0.5, 0.5, 0.01];
  const now = [0.65, 0.65, 0.35, 0.35, 0.05];
  const advantages = [1, -1, 1, -1, 1];

  it('stops tokens that moved too far where their advantage points, not those that moved back or little', () => {
    const { gradient, metrics } = run({ kind: 'dppo', limitLow: 0.1, limitHigh: 0.1 }, old, now, advantages);
    // A rare token may grow fivefold: its probability has hardly changed.
    expect([...gradient].map((value) => value + 0)).toEqual([0, 1.3, -0.7, 0, -5].map(closeTo));
    expect(metrics['actor/pg_clipfrac']).toBeCloseTo(0.4, 12);
  });

  it('measures by the KL of the two outcomes where told, and caps the ratio', () => {
    const kl = 0.5 * Math.log(0.5 / 0.65) + 0.5 * Math.log(0.5 / 0.35);
    const within = run({ kind: 'dppo', divergence: 'kl', limitHigh: kl + 1e-6 }, [0.5], [0.65], [1]);
    const beyond = run({ kind: 'dppo', divergence: 'kl', limitHigh: kl - 1e-6 }, [0.5], [0.65], [1]);
    expect([within.gradient[0]! + 0, beyond.gradient[0]! + 0]).toEqual([-1.3, 0].map(closeTo));
    const capped = run({ kind: 'dppo', ratioLimit: 2 }, [0.01], [0.05], [1]);
    expect([capped.gradient[0], capped.metrics['actor/pg_clipfrac_lower']]).toEqual([closeTo(-2), 1]);
  });

  it('stays finite where a token has all of the probability', () => {
    const { loss, gradient } = run({ kind: 'dppo', divergence: 'kl' }, [1, 0.5], [0.5, 1], [-1, 1]);
    expect([loss, ...gradient].every(Number.isFinite)).toBe(true);
  });
});

describe('dro', () => {
  it('pulls a token back to where it was as the square of its log-ratio', () => {
    const { losses, gradient } = run({ kind: 'dro', beta: 2 }, [0.5, 0.5], [0.5, 0.25], [1, 0]);
    const back = Math.log(0.5);
    expect([...losses]).toEqual([-Math.log(0.5), back * back].map(closeTo));
    expect([...gradient]).toEqual([-1, 2 * back].map(closeTo));
  });

  it('refuses a beta that is not above 0', () => {
    expect(() => run({ kind: 'dro', beta: 0 }, [1], [1], [1])).toThrow('objective.loss.beta: expected more than 0');
  });
});
