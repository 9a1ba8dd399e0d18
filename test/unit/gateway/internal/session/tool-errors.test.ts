import { describe, expect, it } from 'vitest';
import { readCallResult } from '../../../../../src/gateway/internal/session/tool-errors.js';

const isError = (content: string) =>
  readCallResult({ role: 'tool', callId: 'c', content }, 'python', undefined).isError;

describe('the result of a call', () => {
  it.each([
    '{"error": "no such file"}',
    '{"error": {"code": 404}}',
    '{"error": ["a"]}',
    '{"error": true}',
    '{"error": -1}',
    'TypeError: x is not a function',
    'Traceback (most recent call last):\n  File "a.py"',
  ])('is an error: %j', (text) => {
    expect(isError(text)).toBe(true);
  });

  it.each([
    '{"error": 0}',
    '{"error": null}',
    '{"error": ""}',
    '{"error": false}',
    '{"error": []}',
    '{"error": {}}',
    '{"result": 7}',
    'error: none',
  ])('is no error: %j', (text) => {
    expect(isError(text)).toBe(false);
  });

  it('is what its client says, else what the function says, else what its text says', () => {
    const message = { role: 'tool', callId: 'c', content: '{"error": "no"}' } as const;
    expect(readCallResult({ ...message, isError: false }, 'f', () => true)).toMatchObject({
      isError: false,
      evidence: 'client',
    });
    expect(readCallResult(message, 'f', () => false)).toMatchObject({ isError: false, evidence: 'function' });
    expect(readCallResult(message, 'f', () => undefined)).toMatchObject({ isError: true, evidence: 'text' });
  });
});
