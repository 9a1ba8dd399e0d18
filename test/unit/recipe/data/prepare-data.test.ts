import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatasetError } from '../../../../src/base/index.js';
import { prepareData, readProblems } from '../../../../src/recipe/index.js';
import type { PrepareDataOptions } from '../../../../src/recipe/data/prepare-data.js';
import { plantedSet } from './planted.js';

const { rows, tests } = plantedSet(1_600, 'prepare');

let folder: string;
let out: string;
let options: PrepareDataOptions;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-prepare-'));
  out = join(folder, 'out');
  const lines = rows.map(({ problem }) => JSON.stringify(problem));
  lines.splice(700, 0, 'not JSON');
  lines.splice(1_300, 0, '{"prompt":7}');
  const [from, against] = [join(folder, 'rows.jsonl'), join(folder, 'tests.jsonl')];
  writeFileSync(from, lines.join('\n'));
  writeFileSync(against, tests.map((test) => JSON.stringify(test)).join('\n'));
  options = { from: [from], against: [against], out };
});
afterEach(() => rmSync(folder, { recursive: true }));

const linesOf = (name: string) => readFileSync(join(out, name), 'utf8').trimEnd().split('\n');
const filesOf = (path: string) => Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]));

/** Runs until so many problems are dealt with, as a run that is stopped there. */
async function stopAfter(pieces: number): Promise<void> {
  const controller = new AbortController();
  let seen = 0;
  const onProgress = () => {
    if (++seen > pieces) controller.abort(new Error('stopped'));
  };
  await expect(prepareData({ ...options, onProgress, signal: controller.signal })).rejects.toThrow('stopped');
}

describe('a set of problems', () => {
  it('has every row in one of its files, and says how it was made', async () => {
    const prepared = await prepareData(options);
    const truth = (kind: string) => rows.filter((row) => row.truth === kind).length;
    expect(prepared.removed['not-integer']).toBe(truth('not-integer'));
    expect(prepared.removed.duplicate).toBe(truth('duplicate'));
    expect(linesOf('problems.jsonl')).toHaveLength(prepared.kept);
    expect(linesOf('removed.jsonl')).toHaveLength(rows.length - prepared.kept);
    expect(JSON.parse(linesOf('removed.jsonl')[0]!)).toMatchObject({ kind: expect.any(String) as string, problem: { source: 'made up' } });
    expect(linesOf('bad.jsonl').map((line) => (JSON.parse(line) as { number: number; reason: string }).number)).toEqual([701, 1301]);
    expect(JSON.parse(readFileSync(join(out, 'data.json'), 'utf8'))).toMatchObject({
      complete: true,
      plan: { from: options.from },
      tests: tests.length,
      kept: prepared.kept,
      badRows: 2,
      statistics: { problems: prepared.kept },
    });
    const again = [];
    for await (const problem of readProblems(join(out, 'problems.jsonl'))) again.push(problem.id);
    expect(new Set(again).size).toBe(prepared.kept);
    expect(existsSync(`${out}.part`)).toBe(false);
  });

  it('is not made twice, and replaces nothing', async () => {
    const prepared = await prepareData(options);
    rmSync(options.from[0]!);
    expect(await prepareData(options)).toEqual(prepared);
    await expect(prepareData({ ...options, curate: { ngram: 9 } })).rejects.toThrow(/out: has files that were made with other options/);
    mkdirSync(join(folder, 'foreign'));
    await expect(prepareData({ ...options, out: join(folder, 'foreign') })).rejects.toThrow(/foreign: has files that were made with other options/);
  });

  it('is the same after it was stopped, and what was written past the last whole state is dropped', async () => {
    await prepareData({ ...options, out: join(folder, 'whole') });
    await stopAfter(1);
    appendFileSync(join(`${out}.part`, 'problems.jsonl'), '{"id":"half a li');
    await prepareData(options);
    expect(filesOf(out)).toEqual(filesOf(join(folder, 'whole')));
  });

  it('gives problems of two sources names of their own', async () => {
    const [one, two] = ['one.jsonl', 'two.jsonl'].map((name) => join(folder, name));
    writeFileSync(one!, '{"id":1,"problem":"What is 1 + 1?","answer":2}');
    writeFileSync(two!, '{"id":1,"problem":"What is 2 + 2?","answer":4}');
    await prepareData({ from: [one!, two!], out });
    expect(linesOf('problems.jsonl').map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(['1', '1~2']);
  });
});

describe('what goes wrong', () => {
  it('in a source says where and how to go on; nothing is lost', async () => {
    const broken = join(folder, 'broken.parquet');
    writeFileSync(broken, 'PAR1 and no more');
    const from = [...options.from, broken];
    const failed = prepareData({ ...options, from });
    await expect(failed).rejects.toThrow(DatasetError);
    await expect(failed).rejects.toThrow(/broken\.parquet: not whole: .*\n\d+ problems were kept before this and are in .*out\.part: run again with the same options/);
    expect((JSON.parse(readFileSync(join(`${out}.part`, 'data.json'), 'utf8')) as { seen: number }).seen).toBe(rows.length);
    writeFileSync(join(folder, 'fixed.jsonl'), '{"problem":"What is 1 + 1?","answer":2}');
    rmSync(broken);
    writeFileSync(broken, readFileSync(join(import.meta.dirname, '../../../recordings/datasets/dapo.parquet')));
    expect((await prepareData({ ...options, from })).kept).toBeGreaterThan(1_000);
  });

  it('before anything is read leaves nothing behind', async () => {
    await expect(prepareData({ ...options, from: ['/no/such.jsonl'] })).rejects.toThrow(DatasetError);
    expect(existsSync(`${out}.part`)).toBe(false);
  });

  it('with test problems that are none is said: nothing would be held against them', async () => {
    const empty = join(folder, 'empty.jsonl');
    writeFileSync(empty, '');
    await expect(prepareData({ ...options, against: [...options.against!, empty] })).rejects.toThrow(/empty\.jsonl: expected test problems, got none/);
  });

  it('in sources that changed meanwhile is said', async () => {
    await stopAfter(1);
    writeFileSync(options.from[0]!, readFileSync(options.from[0]!, 'utf8').replace('row-0', 'row-zero'));
    await expect(prepareData(options)).rejects.toThrow(/out\.part: the sources changed after this folder was started: remove it/);
    writeFileSync(options.from[0]!, '');
    await expect(prepareData(options)).rejects.toThrow(/the sources changed/);
  });

  it('on a full disk says so, and the same options go on', async () => {
    await prepareData({ ...options, out: join(folder, 'whole') });
    mkdirSync(`${out}.part`);
    symlinkSync('/dev/full', join(`${out}.part`, 'removed.jsonl'));
    const failed = prepareData(options);
    await expect(failed).rejects.toThrow(DatasetError);
    await expect(failed).rejects.toThrow(/removed\.jsonl: cannot be written: ENOSPC.*run again with the same options.*out\.part/);
    rmSync(join(`${out}.part`, 'removed.jsonl'));
    await prepareData(options);
    expect(filesOf(out)).toEqual(filesOf(join(folder, 'whole')));
  });

  it('in the place of the folder is said before anything is read', async () => {
    await expect(prepareData({ ...options, from: ['no/such.jsonl'], out: join(options.from[0]!, 'out') })).rejects.toThrow(/out\.part.*: cannot be written: ENOTDIR/);
    await expect(prepareData({ ...options, from: [] })).rejects.toThrow(RangeError);
    await expect(prepareData({ ...options, curate: { against: [] } as never })).rejects.toThrow(/unknown option "against"/);
  });
});
