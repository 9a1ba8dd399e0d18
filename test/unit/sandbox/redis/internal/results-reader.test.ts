import type { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import type { SandboxResult } from '../../../../../src/base/index.js';
import { delay } from '../../../../../src/io/index.js';
import type { RawEntry } from '../../../../../src/sandbox/redis/internal/entries.js';
import type { PendingCalls } from '../../../../../src/sandbox/redis/internal/pending-calls.js';
import { ResultsReader } from '../../../../../src/sandbox/redis/internal/results-reader.js';
import { Skipped } from '../../../../../src/sandbox/redis/internal/skipped.js';

const KEY = 'results';
const OK: SandboxResult = { kind: 'ok', stdout: '1', stderr: '', exitCode: 0, durationMs: 1 };
const written: RawEntry = ['5-1', ['id', 'call', 'result', JSON.stringify(OK)]];
const WRONG_TYPE = new Error('WRONGTYPE Operation against a key holding the wrong kind of value');

function readerOf(read: Partial<Redis>, commands: Partial<Redis>) {
  let settle!: (id: string) => void;
  const settled = new Promise<string>((resolve) => (settle = resolve));
  const pending = { settle: (id: string) => (settle(id), true), fail: () => {} } as unknown as PendingCalls;
  const sessions = { lose: () => {}, own: () => {}, disown: () => {} };
  const skipped = new Skipped();
  const reader = new ResultsReader(read as Redis, commands as Redis, KEY, pending, sessions, skipped);
  return { reader, settled, skipped };
}

it('keeps a result that a worker writes right after a read found a value of another type', async () => {
  let entries: RawEntry[] | undefined;
  const xread = async () => {
    await delay(1);
    if (entries !== undefined) return [[KEY, entries.splice(0)]];
    entries = [written];
    throw WRONG_TYPE;
  };
  const del = () => Promise.resolve(entries?.splice(0).length ?? 0);
  const { reader, settled, skipped } = readerOf(
    { xread: xread as unknown as Redis['xread'], disconnect: () => {} },
    { del, xtrim: () => Promise.resolve(0) },
  );
  reader.start();
  expect(await settled).toBe('call');
  expect(skipped.count).toBe(1);
  await reader.close();
}, 5000);

it('finds no results where the key has another type, so that the audit goes on', async () => {
  const { reader } = readerOf({}, { xrange: () => Promise.reject(WRONG_TYPE) });
  await expect(reader.readAll()).resolves.toBeUndefined();
  const gone = readerOf({}, { xrange: () => Promise.reject(new Error('Connection is closed.')) });
  await expect(gone.reader.readAll()).rejects.toThrow('closed');
});

it('counts a broken entry once, although the audit and the reader read it', async () => {
  const broken: RawEntry = ['5-1', ['id', 'call', 'result', '{']];
  const unread = [[broken], [written]];
  const xread = async () => {
    await delay(1);
    return [[KEY, unread.shift() ?? []]];
  };
  const { reader, settled, skipped } = readerOf(
    { xread: xread as unknown as Redis['xread'], disconnect: () => {} },
    { xrange: () => Promise.resolve([broken as [string, string[]]]), xtrim: () => Promise.resolve(0) },
  );
  await reader.readAll();
  reader.start();
  await settled;
  await reader.readAll();
  expect(skipped.count).toBe(1);
  await reader.close();
});
