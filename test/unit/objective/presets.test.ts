import { describe, expect, it } from 'vitest';
import { drGrpo } from '../../../src/objective/index.js';

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
