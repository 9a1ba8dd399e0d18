import { describe, expect, it } from 'vitest';
import {
  DatasetError,
  ExternalError,
  LearnerError,
  PolicyError,
  SandboxError,
  failureCause,
} from '../../../src/base/index.js';

describe('ExternalError', () => {
  it.each([SandboxError, PolicyError, LearnerError, DatasetError])('%o goes by its own name', (Kind) => {
    const error = new Kind('gone');
    expect(error).toBeInstanceOf(ExternalError);
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe(Kind.name);
    expect(String(error)).toBe(`${Kind.name}: gone`);
  });

  it('may not pass unless it says so', () => {
    expect(new PolicyError('gone').retryable).toBe(false);
    expect(new PolicyError('gone', { retryable: true }).retryable).toBe(true);
  });

  it('keeps its cause, and has none where there is none', () => {
    const cause = new Error('reset');
    expect(new PolicyError('gone', { cause }).cause).toBe(cause);
    expect('cause' in new PolicyError('gone')).toBe(false);
  });
});

describe('failureCause', () => {
  it('turns an error into a value that JSON can represent', () => {
    const cause = failureCause('policy', new PolicyError('reset', { retryable: true }));
    expect(cause).toEqual({ source: 'policy', message: 'reset', retryable: true });
    expect(JSON.parse(JSON.stringify(cause))).toEqual(cause);
  });

  it('does not expect a bug to pass', () => {
    expect(failureCause('tool', new TypeError('x'))).toEqual({ source: 'tool', message: 'x', retryable: false });
    expect(failureCause('reward', 'text')).toEqual({ source: 'reward', message: 'text', retryable: false });
  });
});
