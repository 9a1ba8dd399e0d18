import { describe, expect, it } from 'vitest';
import { SandboxError } from '../../../../src/base/index.js';
import { unavailable } from '../../../../src/sandbox/internal/unavailable.js';

describe('a call that came to nothing', () => {
  it('is a result with the cause, where the machine failed', () => {
    const cause = { source: 'sandbox', message: 'the worker died', retryable: true };
    const error = new SandboxError('the worker died', { retryable: true });
    expect(unavailable(error)).toEqual({ kind: 'unavailable', cause, durationMs: 0 });
    expect(unavailable(error, 7)).toMatchObject({ durationMs: 7 });
  });

  it('is thrown on where the program that called is at fault', () => {
    const mistake = new TypeError('no such field');
    expect(() => unavailable(mistake)).toThrow(mistake);
  });
});
