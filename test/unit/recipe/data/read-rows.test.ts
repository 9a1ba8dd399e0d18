import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatasetError, Random } from '../../../../src/base/index.js';
import { readRows, type BadRow } from '../../../../src/recipe/index.js';
import type { DataProgress } from '../../../../src/recipe/internal/index.js';
import type { ReadRowsOptions } from '../../../../src/recipe/data/read-rows.js';
import { HubServer } from '../../io/hub/hub-server.js';

const RECORDED = join(import.meta.dirname, '../../../recordings/datasets');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-rows-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Buffer): string {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

async function all(source: string, options?: ReadRowsOptions) {
  const rows = [];
  for await (const row of readRows(source, options)) rows.push(row);
  return rows;
}

const values = async (source: string, options?: ReadRowsOptions) =>
  (await all(source, options)).map(({ value }) => value);

describe('rows of text', () => {
  it('are the objects of JSON lines, numbered by their lines', async () => {
    const path = write('a.jsonl', '{"a":1}\r\n\n{"a":"é😀"}');
    expect(await all(path)).toEqual([
      { file: path, number: 1, value: { a: 1 } },
      { file: path, number: 3, value: { a: 'é😀' } },
    ]);
  });

  it('are the rows of a table, whose quoted cells may hold lines', async () => {
    const path = write('a.csv', 'problem,answer\r\n"What is\n2, and ""3""?",6\r\nx,7\r\n');
    expect(await all(path)).toEqual([
      { file: path, number: 2, value: { problem: 'What is\n2, and "3"?', answer: '6' } },
      { file: path, number: 4, value: { problem: 'x', answer: '7' } },
    ]);
    expect(await values(write('a.tsv', 'a\tb\n1,5\t2'))).toEqual([{ a: '1,5', b: '2' }]);
  });

  it('keep characters whole that a piece of the file ends in', async () => {
    const long = 'é😀'.repeat(100_000);
    expect(await values(write('long.jsonl', `${JSON.stringify({ long })}\n{"b":1}`))).toEqual([{ long }, { b: 1 }]);
  });

  it('that are bad are told by number, reason and text, and the rest goes on', async () => {
    const bad: BadRow[] = [];
    const onBadRow = (row: BadRow) => void bad.push(row);
    const lines = write('a.jsonl', '{"a":1}\n{"a":\n[1]\n{"a":2}');
    expect(await values(lines, { onBadRow })).toEqual([{ a: 1 }, { a: 2 }]);
    const table = write('a.csv', 'a,b\n1\n2,"3 4",5\n6,7\n8,"9');
    expect(await values(table, { onBadRow })).toEqual([{ a: '6', b: '7' }]);
    expect(bad).toEqual([
      { file: lines, number: 2, reason: 'not JSON', text: '{"a":' },
      { file: lines, number: 3, reason: 'expected an object', text: '[1]' },
      { file: table, number: 2, reason: 'expected 2 cells, got 1', text: '1' },
      { file: table, number: 3, reason: 'expected 2 cells, got 3', text: '2,"3 4",5' },
      { file: table, number: 5, reason: 'a quote is never closed', text: '8,"9' },
    ]);
  });

  it('keep every digit of a whole number, as a text where a double does not hold it', async () => {
    const path = write('a.jsonl', '{"answer":1152921504606846977,"list":[-9007199254740993],"small":9007199254740991,"half":0.5}');
    expect(await values(path)).toEqual([
      { answer: '1152921504606846977', list: ['-9007199254740993'], small: 9007199254740991, half: 0.5 },
    ]);
    expect(await values(write('a.csv', 'answer\n1152921504606846977'))).toEqual([{ answer: '1152921504606846977' }]);
  });

  it('that are no UTF-8 are bad, and the rest goes on', async () => {
    const bad: BadRow[] = [];
    const onBadRow = (row: BadRow) => void bad.push(row);
    const latin = (text: string) => Buffer.from(text, 'latin1');
    expect(await values(write('a.jsonl', latin('{"a":"caf\xe9"}\n{"a":"tea"}')), { onBadRow })).toEqual([{ a: 'tea' }]);
    expect(await values(write('a.csv', latin('a,b\n"caf\xe9\n",1\ntea,2')), { onBadRow })).toEqual([{ a: 'tea', b: '2' }]);
    expect(bad.map(({ number, reason, text }) => [number, reason, text])).toEqual([
      [1, 'not UTF-8', '{"a":"caf\ufffd"}'],
      [2, 'not UTF-8', '"caf\ufffd'],
    ]);
    await expect(all(join(folder, 'a.jsonl'))).rejects.toThrow(/a\.jsonl:1: not UTF-8/);
  });

  it('that are bad end the reading where nobody is told of them', async () => {
    const path = write('a.jsonl', '{"a":1}\nhello');
    const rows = readRows(path);
    expect((await rows.next()).value).toMatchObject({ number: 1 });
    await expect(rows.next()).rejects.toThrow(new DatasetError(`${path}:2: not JSON`));
  });

  it('of a table need names of their own', async () => {
    await expect(all(write('a.csv', 'a,b,a\n1,2,3'))).rejects.toThrow(/a\.csv:1: two columns "a"/);
  });
});

describe('rows of Parquet', () => {
  it('are read row group by row group, with their structures', async () => {
    const path = join(RECORDED, 'dapo.parquet');
    const rows = await all(path);
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(rows[6]!.value).toMatchObject({
      solution: '26',
      reward_model: { ground_truth: '26', style: 'rule-lighteval/MATH_v2' },
      source_prompt: [{ role: 'user' }],
      extra_info: { index: 'made-up-6' },
    });
  });

  it.each(['none', 'gzip', 'zstd'])('in %s are values of JSON, whole numbers without a digit lost', async (codec) => {
    expect(await values(join(RECORDED, `kinds-${codec}.parquet`))).toEqual([
      {
        small: 7,
        large: '1152921504606846977',
        when: '2025-02-13T12:30:00.000Z',
        share: 0.25,
        missing: null,
        counts: [1, 2, 3],
        right: true,
      },
    ]);
  });

  it('with a text that is none are bad, with the column, and the rest goes on', async () => {
    const bad: BadRow[] = [];
    const path = join(RECORDED, 'not-text.parquet');
    const rows = await all(path, { onBadRow: (row) => void bad.push(row) });
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 4]);
    expect(bad).toEqual([{ file: path, number: 3, reason: 'answer: not UTF-8' }]);
  });

  it('whose numbers would lose digits are refused before any is read', async () => {
    await expect(all(join(RECORDED, 'decimal.parquet'))).rejects.toThrow(
      /decimal\.parquet: column answer: decimal\(30, 0\) may lose digits: expected at most 15; write it as a text/,
    );
  });

  it('come until where the file is damaged, which is named', async () => {
    const content = readFileSync(join(RECORDED, 'dapo.parquet'));
    const { row_groups: groups } = parquetMetadata(new Uint8Array(content).buffer);
    const pages = Number(groups[1]!.columns[0]!.meta_data!.data_page_offset);
    content.fill(0xff, pages, pages + 40);
    const path = write('broken.parquet', content);
    const seen: number[] = [];
    const read = (async () => {
      for await (const { number } of readRows(path)) seen.push(number);
    })();
    await expect(read).rejects.toThrow(DatasetError);
    await expect(read).rejects.toThrow(/broken\.parquet: row group 2 of 3 \(rows 4 to 6\): ./);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('come whole or end in a report, whichever bytes are damaged', async () => {
    const content = readFileSync(join(RECORDED, 'dapo.parquet'));
    const random = new Random('damage');
    let reported = 0;
    for (let i = 0; i < 150; i++) {
      const damaged = Buffer.from(content);
      for (let flips = 0; flips < 4; flips++) damaged[random.integer(damaged.length)]! ^= 1 + random.integer(255);
      const path = write('flipped.parquet', damaged);
      const rows = await all(path, { onBadRow: () => undefined }).catch((error: unknown) => error);
      if (Array.isArray(rows)) continue;
      reported++;
      expect(rows).toBeInstanceOf(DatasetError);
      expect((rows as Error).message).toMatch(/flipped\.parquet: (?:not whole|row group \d of 3|column|files in)[ :]/);
    }
    expect(reported).toBeGreaterThan(50);
  });

  it.each([
    ['cut off', (content: Buffer) => content.subarray(0, content.length >> 1)],
    ['empty', () => Buffer.alloc(0)],
    ['a page of a website', () => Buffer.from('<html>'.repeat(100))],
  ])('of a file that is %s are none', async (_, damage) => {
    const path = write('x.parquet', damage(readFileSync(join(RECORDED, 'dapo.parquet'))));
    await expect(all(path)).rejects.toThrow(/x\.parquet: not whole: ./);
    await expect(all(path)).rejects.toBeInstanceOf(DatasetError);
  });
});

describe('the files of a folder', () => {
  it('are the shards of the only split, in order, or those that were asked for', async () => {
    write('data/train-00001-of-00002.jsonl', '{"a":2}');
    write('data/train-00000-of-00002.jsonl', '{"a":1}');
    write('README.md', '# Made up');
    expect(await values(folder)).toEqual([{ a: 1 }, { a: 2 }]);
    write('data/test.csv', 'a\n3');
    await expect(all(folder)).rejects.toThrow(/expected one split, got several: choose with files from data\/test\.csv, /);
    expect(await values(folder, { files: ['data/te*'] })).toEqual([{ a: '3' }]);
    expect(await values(folder, { files: ['**/test.csv', 'data/train-*.jsonl'] })).toHaveLength(3);
  });

  it('are missed by name', async () => {
    write('train-00000-of-00002.jsonl', '{"a":1}');
    await expect(all(folder)).rejects.toThrow(/expected 2 shards like train-00000-of-00002\.jsonl, found 1/);
    await expect(all(folder, { files: ['dev*'] })).rejects.toThrow(/expected a file dev\*, got train-/);
    rmSync(join(folder, 'train-00000-of-00002.jsonl'));
    await expect(all(folder)).rejects.toThrow(/no \.jsonl, \.csv, \.tsv or \.parquet file in it/);
    await expect(all(join(folder, 'no/such/place'))).rejects.toThrow(/expected a file, a folder or an id of the hub/);
    await expect(all(write('rows.txt', 'a'))).rejects.toThrow(/expected a name that ends in \.jsonl/);
    expect(await values(write('rows.txt', '{"a":1}'), { format: 'jsonl' })).toEqual([{ a: 1 }]);
  });
});

describe('a data set of the hub', () => {
  const long = Array.from({ length: 20_000 }, (_, i) => `{"problem":"made up ${i}","answer":"${i}"}\n`).join('');
  const files = {
    'README.md': { content: Buffer.from('# Made up'), lfs: false },
    'en/train-00000-of-00001.parquet': { content: readFileSync(join(RECORDED, 'dapo.parquet')), lfs: true },
    'test.jsonl': { content: Buffer.from(long), lfs: true },
  };
  let hub: HubServer;
  let options: ReadRowsOptions;
  beforeEach(async () => {
    hub = new HubServer('datasets/owner/name', files);
    options = { hubUrl: await hub.start(), cacheDirectory: join(folder, 'cache') };
  });
  afterEach(() => hub.stop());

  it('is fetched into the cache, only what is asked for, and read from there', async () => {
    const seen: DataProgress[] = [];
    const asked = { ...options, files: ['en/*'], onProgress: (progress: DataProgress) => void seen.push(progress) };
    const rows = await all('owner/name', asked);
    expect(rows[0]).toMatchObject({ file: 'owner/name/en/train-00000-of-00001.parquet', number: 1 });
    expect(rows).toHaveLength(7);
    expect(hub.requests.some((request) => request.includes('test.jsonl'))).toBe(false);
    expect([...new Set(seen.map(({ kind }) => kind))]).toEqual(['download', 'read']);
    hub.requests.length = 0;
    expect(await all('owner/name', { ...options, files: ['en/*'], offline: true })).toEqual(rows);
    expect(hub.requests).toEqual([]);
  });

  it('is whole although the connection broke twice', async () => {
    hub.drops = 2;
    const rows = await values('owner/name', { ...options, files: ['test.jsonl'] });
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)).toEqual({ problem: 'made up 19999', answer: '19999' });
    expect(hub.requests.filter((request) => /GET \/store.*bytes=[1-9]/.test(request)).length).toBeGreaterThan(1);
  });

  it('says what is in it where a split must be chosen, before anything is fetched', async () => {
    await expect(all('owner/name', options)).rejects.toThrow(
      /owner\/name: expected one split, got several: choose with files from en\/train-00000-of-00001\.parquet, test\.jsonl/,
    );
    expect(hub.requests.some((request) => request.includes('/resolve/'))).toBe(false);
  });

  it('that cannot be had is a DatasetError that names it', async () => {
    hub.status = 403;
    const read = all('owner/name', { ...options, files: ['test.jsonl'] });
    await expect(read).rejects.toThrow(DatasetError);
    await expect(read).rejects.toThrow(/owner\/name/);
    await expect(all('owner/other', { ...options, offline: true })).rejects.toThrow(/expected a cached copy \(offline\)/);
  });
});

it('stops when it is aborted', async () => {
  const controller = new AbortController();
  const path = write('a.jsonl', '{"a":1}\n'.repeat(200_000));
  const rows = readRows(path, { signal: controller.signal });
  await rows.next();
  controller.abort(new Error('enough'));
  await expect(
    (async () => {
      for await (const row of rows) void row;
    })(),
  ).rejects.toThrow('enough');
});

it('checks its options', async () => {
  await expect(all('a.jsonl', { format: 'xml' as never })).rejects.toThrow(RangeError);
  await expect(all('a.jsonl', { split: 'train' } as never)).rejects.toThrow(/unknown option "split"/);
  await expect(all(7 as never)).rejects.toThrow(TypeError);
});
