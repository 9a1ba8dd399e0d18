import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compare, TOLERANCES } from './compare.js';
import type { GoldenFile } from './record.js';
import { runGoldens } from './run-goldens.js';

const double: GoldenFile = {
  kind: 'covered',
  check: (record) => compare(Number(record['input']) * 2, record['expected'], TOLERANCES.exact),
};

describe('the goldens runner', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'goldens-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const write = (name: string, ...records: readonly unknown[]) =>
    writeFileSync(join(folder, name), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const run = async (files: { readonly [name: string]: GoldenFile }) => {
    const lines: string[] = [];
    return { held: await runGoldens(folder, files, (line) => lines.push(line)), lines };
  };

  it('passes a file whose records all agree', async () => {
    write('double.jsonl', { id: 'a', input: 1, expected: 2 }, { id: 'b', input: 3, expected: 6 });
    expect(await run({ double })).toEqual({ held: true, lines: ['double.jsonl: 2 passed, 0 failed'] });
  });

  it('fails on a wrong record and says which one and what differs', async () => {
    write('double.jsonl', { id: 'a', input: 1, expected: 2 }, { id: 'b', input: 3, expected: 7 });
    expect(await run({ double })).toEqual({
      held: false,
      lines: ['double.jsonl: 1 passed, 1 failed', '  b: value: expected 7, got 6'],
    });
  });

  it('counts a check that throws as a failure', async () => {
    write('double.jsonl', { id: 'a', input: 1, expected: 2 });
    const check = () => {
      throw new TypeError('unknown fn');
    };
    const { held, lines } = await run({ double: { kind: 'covered', check } });
    expect(held).toBe(false);
    expect(lines).toEqual(['double.jsonl: 0 passed, 1 failed', '  a: threw TypeError: unknown fn']);
  });

  it('fails on a file name it does not know', async () => {
    write('triple.jsonl', { id: 'a', input: 1, expected: 3 });
    const { held, lines } = await run({ double });
    expect(held).toBe(false);
    expect(lines).toEqual(['triple.jsonl: 0 passed, 1 failed', '  unknown file name: no check is registered for it']);
  });

  it('does not take a property every object has for a registered name', async () => {
    write('constructor.jsonl', { id: 'a' });
    expect((await run({ double })).held).toBe(false);
  });

  it('fails on an empty file, covered or not', async () => {
    writeFileSync(join(folder, 'double.jsonl'), '\n');
    writeFileSync(join(folder, 'later.jsonl'), '');
    const { held, lines } = await run({ double, later: { kind: 'not-yet-covered' } });
    expect(held).toBe(false);
    expect(lines.filter((line) => line.includes('empty file'))).toHaveLength(2);
  });

  it('fails on a line that is not a record', async () => {
    writeFileSync(join(folder, 'double.jsonl'), '{"id":"a","input":1,"expected":2}\n{"id":\n');
    const { held, lines } = await run({ double });
    expect(held).toBe(false);
    expect(lines[1]).toBe('  line 2: not JSON');
  });

  it('fails on a folder without golden files', async () => {
    expect((await run({ double })).held).toBe(false);
  });

  it('reports a file that is not yet covered neither as passed nor as failed', async () => {
    write('later.jsonl', { id: 'a' });
    expect(await run({ later: { kind: 'not-yet-covered' } })).toEqual({
      held: true,
      lines: ['later.jsonl: not yet covered (1 records)'],
    });
  });

  it('lets a file hold a share below one, of the records that count', async () => {
    const records = Array.from({ length: 10 }, (_, i) => ({ id: `r${i}`, input: i, expected: i === 3 ? 0 : 2 * i }));
    write('double.jsonl', ...records, { id: 'off', input: 1, expected: 0, disabled: true });
    const counts = (record: { readonly [field: string]: unknown }) => record['disabled'] !== true;
    const at = async (share: number) => (await run({ double: { ...double, share, counts } })).held;
    expect(await at(0.9)).toBe(true);
    expect(await at(0.91)).toBe(false);
  });

  it('lists a bounded number of failures, each of bounded length', async () => {
    write(
      'double.jsonl',
      ...Array.from({ length: 100 }, (_, i) => ({ id: `r${i}`, input: 1, expected: 'x'.repeat(999) })),
    );
    const { lines } = await run({ double });
    expect(lines[0]).toBe('double.jsonl: 0 passed, 100 failed');
    expect(lines).toHaveLength(22);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(350);
  });
});
