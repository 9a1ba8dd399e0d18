import { describe, expect, it } from 'vitest';
import { readCall, readResult } from '../../../../../src/sandbox/redis/internal/entries.js';

const raw = (...fields: string[]) => ['7-0', fields] as const;
const OK = { kind: 'ok', stdout: 'a', stderr: '', value: '1', exitCode: 0, durationMs: 1 };

describe('readCall', () => {
  it('reads a call, and whom it is for', () => {
    const body = JSON.stringify({ code: '1', limits: { wallMs: 5 } });
    const read = readCall(raw('id', 'i-1', 'reply', 'p-1', 'call', body));
    const call = { code: '1', limits: { wallMs: 5 } };
    expect(read).toEqual({
      kind: 'call',
      value: { entry: '7-0', id: 'i-1', reply: 'p-1', body, call, opensSession: false },
    });
  });

  it('tells a call that was deleted from one that is broken', () => {
    expect(readCall(['7-0', null])).toEqual({ kind: 'deleted' });
    expect(readCall(raw('id', 'i', 'reply', 'p'))).toMatchObject({ kind: 'broken', value: { id: 'i', reply: 'p' } });
    expect(readCall(raw('id', 'i', 'reply', 'p', 'call', '{"code":"","x":1}'))).toMatchObject({ kind: 'broken' });
  });

  it('does not take a name for one that has no business in a key', () => {
    for (const name of ['', 'a:b', '{a}', 'x'.repeat(65)]) {
      const read = readCall(raw('id', name, 'reply', name, 'call', '{"code":"1"}'));
      expect(read).toMatchObject({ kind: 'broken', value: { id: '', reply: '' } });
    }
  });
});

describe('readResult', () => {
  it('reads results of every kind', () => {
    const cause = { source: 'sandbox', message: 'no disk', retryable: true };
    const results = [OK, { ...OK, kind: 'killed', exitCode: null }, { kind: 'unavailable', cause, durationMs: 2 }];
    for (const result of results) {
      expect(readResult(raw('id', 'i', 'result', JSON.stringify(result)))).toEqual({ kind: 'result', id: 'i', result });
    }
  });

  it('says whose result is broken, if that much can be read', () => {
    expect(readResult(raw('id', 'i', 'result', 'null'))).toMatchObject({ kind: 'broken', id: 'i' });
    expect(readResult(raw('id', 'i'))).toMatchObject({ kind: 'broken', id: 'i' });
    expect(readResult(raw('x', 'y'))).toMatchObject({ kind: 'broken', id: '' });
    expect(readResult(['7-0', null])).toMatchObject({ kind: 'broken', id: '' });
  });
});
