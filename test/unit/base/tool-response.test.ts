import { describe, expect, it } from 'vitest';
import { toToolResponse, type SandboxResult } from '../../../src/base/index.js';

const ran = (fields: Partial<Exclude<SandboxResult, { kind: 'unavailable' }>>): SandboxResult => ({
  kind: 'ok',
  stdout: '',
  stderr: '',
  exitCode: 0,
  durationMs: 12,
  ...fields,
});

describe('toToolResponse', () => {
  it('reads as what the program printed', () => {
    expect(toToolResponse(ran({ stdout: '42\n' }))).toEqual({ kind: 'ok', text: '42', durationMs: 12 });
  });

  it('shows the value of the last expression after what was printed', () => {
    expect(toToolResponse(ran({ stdout: 'x\n', value: "'é'" }))).toMatchObject({ text: "x\n'é'" });
    expect(toToolResponse(ran({ value: '7' }))).toMatchObject({ text: '7' });
  });

  it('says that there was no output rather than nothing', () => {
    expect(toToolResponse(ran({}))).toMatchObject({ kind: 'ok', text: '(no output)' });
    expect(toToolResponse(ran({ stdout: ' \n\n' }))).toMatchObject({ text: '(no output)' });
  });

  it('keeps white space at the start, which may be meant', () => {
    expect(toToolResponse(ran({ stdout: '  1\n  2\n' }))).toMatchObject({ text: '  1\n  2' });
  });

  it('leaves warnings of a program that succeeded out', () => {
    expect(toToolResponse(ran({ stdout: '1', stderr: 'DeprecationWarning' }))).toMatchObject({ text: '1' });
  });

  it('shows the traceback after what was printed before it', () => {
    const stderr = 'Traceback (most recent call last):\n  …\nZeroDivisionError: division by zero\n';
    expect(toToolResponse(ran({ kind: 'error', stdout: 'start\n', stderr, exitCode: 1 }))).toEqual({
      kind: 'error',
      text: `start\n${stderr.trimEnd()}`,
      durationMs: 12,
    });
  });

  it.each([
    ['timeout', 'TimeoutError: the program ran out of time and was stopped.'],
    ['memory', 'MemoryError: the program ran out of memory and was stopped.'],
    ['output-limit', 'OutputLimitError: the program printed too much and was stopped.'],
    ['killed', 'The program was ended by a signal.'],
  ] as const)('names the limit %s after everything else', (kind, note) => {
    const result = toToolResponse(ran({ kind, stdout: 'a', stderr: 'b', exitCode: null }));
    expect(result).toMatchObject({ kind: 'error', text: `a\nb\n${note}` });
  });

  it('judges by what happened, not by the words in the output', () => {
    expect(toToolResponse(ran({ stdout: 'relative error: 0.1' })).kind).toBe('ok');
    expect(toToolResponse(ran({ kind: 'error', stdout: 'fine', exitCode: 3 })).kind).toBe('error');
  });

  it("passes on the machine's failure as one", () => {
    const cause = { source: 'sandbox', message: 'worker died', retryable: true } as const;
    expect(toToolResponse({ kind: 'unavailable', cause, durationMs: 1 })).toEqual({
      kind: 'unavailable',
      cause: { ...cause, retryable: false },
    });
  });
});
