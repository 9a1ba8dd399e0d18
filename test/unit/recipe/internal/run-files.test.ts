import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatasetError, type RunStorage } from '../../../../src/base/index.js';
import { memoryStorage, opfsStorage } from '../../../../src/recipe/index.js';
import { directoryStorage } from '../../../../src/recipe/internal/directory-storage.js';
import { openRunFiles } from '../../../../src/recipe/internal/run-files.js';
import { FakeDirectory } from '../storage/fake-file-system.js';

let folder: string;
let count = 0;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'run-files-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const STORES: readonly [string, () => RunStorage][] = [
  ['a directory', () => directoryStorage(join(folder, String(count++)))],
  ['memory', memoryStorage],
  ['a private file system', () => opfsStorage(new FakeDirectory('runs'))],
];

describe.each(STORES)("a run's files in %s", (_, open) => {
  const text = async (storage: RunStorage, name: string) => {
    const found = await storage.read(name);
    return found && new TextDecoder().decode(found);
  };

  it('are written, added to, listed and removed by names with slashes', async () => {
    const storage = open();
    expect([await storage.read('a/b/c'), await storage.list(''), await storage.list('a')]).toEqual([undefined, [], []]);
    await storage.write('a/b/c', bytes('long content'));
    await storage.write('a/b/c', bytes('short'));
    await storage.append('a/b/c', bytes(', longer'));
    await storage.append('a/new', bytes('é'));
    await storage.write('ab', bytes(''));
    expect([await text(storage, 'a/b/c'), await text(storage, 'a/new'), await text(storage, 'ab')]).toEqual([
      ...['short, longer', 'é', ''],
    ]);
    expect([[...(await storage.list(''))].sort(), [...(await storage.list('a'))].sort()]).toEqual([
      ['a', 'ab'],
      ['b', 'new'],
    ]);
    await storage.remove('a/b');
    await storage.remove('a/b');
    expect([await storage.list('a'), await storage.list('a/b')]).toEqual([['new'], []]);
    await storage.remove('');
    expect(await storage.list('')).toEqual([]);
    // Goes on as a store that is empty.
    await storage.append('a/new', bytes('x'));
    expect(await text(storage, 'a/new')).toBe('x');
  });

  it('give bytes that are a copy', async () => {
    const storage = open();
    const given = bytes('abc');
    await storage.write('file', given);
    given[0] = 0;
    (await storage.read('file'))![1] = 0;
    expect(await text(storage, 'file')).toBe('abc');
  });

  it('hold lines that are mended, filtered and added to', async () => {
    const storage = open();
    const files = openRunFiles({ storage });
    await storage.write('lines.jsonl', bytes('{"a":1}\n{"a":2}\n{"a":3}\n{"a'));
    expect((await files.readLines('lines.jsonl')).torn).toBe(true);
    const lines = await files.openLines('lines.jsonl', (value) => (value as { a: number }).a !== 2);
    expect(lines.lines.map(({ value }) => value)).toEqual([{ a: 1 }, { a: 3 }]);
    await lines.append('{"a":4}', '{"a":5}');
    expect(await text(storage, 'lines.jsonl')).toBe('{"a":1}\n{"a":3}\n{"a":4}\n{"a":5}\n');
    await files.openLines('none.jsonl');
    expect(await text(storage, 'none.jsonl')).toBe('');
    files.close();
  });

  it('are refused where they are damaged, with the name of the file', async () => {
    const storage = open();
    const files = openRunFiles({ storage });
    await storage.write('lines.jsonl', bytes('{"a":1}\nnot\n{"a":3}\n'));
    await storage.write('one.json', bytes('{"a":"x"}'));
    await expect(files.readLines('lines.jsonl')).rejects.toThrow(`${storage.name}/lines.jsonl:2: not JSON`);
    await expect(files.readJson(z.object({ a: z.number() }), 'one.json')).rejects.toThrow(DatasetError);
    expect([await files.has('one.json'), await files.has('two.json'), await files.has('x/y')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
