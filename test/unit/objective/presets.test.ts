import { describe, expect, it } from 'vitest';
import { clipCov, drGrpo, grpo } from '../../../src/objective/index.js';

describe('a preset with options', () => {
  it('refuses what nobody knows', () => {
    expect(() => grpo({ beta: 0.1 } as never)).toThrow(new TypeError('options: unknown option "beta"'));
    expect(() => grpo({ kl: { coeff: 0.1 } } as never)).toThrow(new TypeError('options.kl: unknown option "coeff"'));
    expect(() => clipCov({ sed: 1 } as never)).toThrow(new TypeError('options: unknown option "sed"'));
    expect(() => drGrpo({ maxTokens: 1, max: 2 } as never)).toThrow(new TypeError('options: unknown option "max"'));
    expect([grpo({ kl: null }).kl, grpo({ kl: undefined }).kl]).toEqual([undefined, { kind: 'k3', coefficient: 0.04 }]);
  });
});

describe('drGrpo', () => {
  it('sums token losses and divides them by the budget', () => {
    expect(drGrpo({ maxTokens: 20 }).aggregation).toEqual({ kind: 'seq-mean-token-sum', scale: 1 / 20 });
  });

  it('has no default budget, and says so', () => {
    expect(() => drGrpo(undefined as never)).toThrow(new TypeError('options: expected an object, got undefined'));
    expect(() => drGrpo({} as never)).toThrow(new TypeError('options.maxTokens: expected a number, got undefined'));
    expect(() => drGrpo({ maxTokens: 0 })).toThrow(new RangeError('options.maxTokens: expected more than 0, got 0'));
  });
});
