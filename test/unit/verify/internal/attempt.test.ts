import { describe, expect, it } from 'vitest';
import { attempt, Broken } from '../../../../src/verify/internal/attempt.js';
import { LimitReached } from '../../../../src/verify/internal/budget.js';

const throwing = (error: Error) => () => {
  throw error;
};

describe('work that may break', () => {
  it('gives what it gives', () => {
    expect(attempt(() => 7)).toBe(7);
    expect(attempt(() => undefined)).toBeUndefined();
  });

  it('was too much where a limit was reached, the stack among them', () => {
    expect(attempt(throwing(new LimitReached('nested too deeply')))).toEqual(
      new Broken('too-much-work', 'too much work: nested too deeply'),
    );
    expect(attempt(throwing(new RangeError('Maximum call stack size exceeded')))).toEqual(
      new Broken('too-much-work', 'too much work: Maximum call stack size exceeded'),
    );
  });

  it('met a fault of ours where it throws anything else', () => {
    expect(attempt(throwing(new TypeError('rows is undefined')))).toEqual(
      new Broken('error', 'the verifier failed: rows is undefined'),
    );
  });
});
