import { describe, expect, it } from 'vitest';
import {
  bnpo,
  cispo,
  clipCov,
  dapo,
  drGrpo,
  gmpo,
  gpg,
  grpo,
  grpoRoc,
  gspo,
  klCov,
  luspo,
  sapo,
  vespo,
} from '../../../src/objective/index.js';

describe('a preset with options', () => {
  it('refuses what nobody knows', () => {
    expect(() => grpo({ beta: 0.1 } as never)).toThrow(new TypeError('options: unknown option "beta"'));
    expect(() => grpo({ kl: { coeff: 0.1 } } as never)).toThrow(new TypeError('options.kl: unknown option "coeff"'));
    expect(() => clipCov({ sed: 1 } as never)).toThrow(new TypeError('options: unknown option "sed"'));
    expect(() => drGrpo({ maxTokens: 1, max: 2 } as never)).toThrow(new TypeError('options: unknown option "max"'));
    expect([grpo({ kl: null }).kl, grpo({ kl: undefined }).kl]).toEqual([undefined, { kind: 'k3', coefficient: 0.04 }]);
  });
});

describe('a preset without options', () => {
  const presets = { bnpo, cispo, dapo, gmpo, gpg, grpoRoc, gspo, klCov, luspo, sapo, vespo };

  it.each(Object.entries(presets))('%s refuses options and says how to change one', (name, preset) => {
    const takes = preset as (options?: unknown) => unknown;
    expect(() => takes({ clipHigh: 0.3 })).toThrow(
      new TypeError(
        `options: expected no options (${name} has none), got an object; spread it and change a part: { ...${name}(), loss: { ...${name}().loss, … } }`,
      ),
    );
    for (const given of [{}, null, 3, 'token-mean']) expect(() => takes(given)).toThrow(TypeError);
    expect(takes(undefined)).toEqual(takes());
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
