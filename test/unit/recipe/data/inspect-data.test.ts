import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inspectData } from '../../../../src/recipe/data/inspect-data.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-inspect-'));
  path = join(folder, 'rows.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('says what is in columns, which rows are bad and what the problems are like', async () => {
  writeFileSync(path, '{"problem":"One?","answer":1,"tags":["a"]}\nhello\n{"problem":"Twenty?","answer":20,"tags":null}');
  expect(await inspectData(path, { samples: 1 })).toEqual({
    rows: 2,
    columns: {
      problem: { kinds: { text: 2 }, missing: 0, distinct: 2, characters: { min: 4, median: 4, p95: 7, max: 7, mean: 5.5 }, numbers: undefined },
      answer: { kinds: { number: 2 }, missing: 0, distinct: 2, characters: undefined, numbers: { min: 1, max: 20 } },
      tags: { kinds: { list: 1 }, missing: 1, distinct: 1, characters: undefined, numbers: undefined },
    },
    samples: [{ file: path, number: 1, value: { problem: 'One?', answer: 1, tags: ['a'] } }],
    badRows: { count: 1, first: [{ file: path, number: 2, reason: 'not JSON', text: 'hello' }] },
    problems: expect.objectContaining({ problems: 2 }) as unknown,
    withoutProblem: { count: 0, first: [] },
  });
});

it('names the rows that hold no problem, each with the reason', async () => {
  writeFileSync(path, '{"problem":"One?","answer":1}\n{"problem":"Two?"}\n{"answer":3}\nhello\n');
  const { problems, withoutProblem, badRows } = await inspectData(path);
  expect([problems!.problems, badRows.count]).toEqual([1, 1]);
  expect(withoutProblem).toEqual({
    count: 2,
    first: [
      { file: path, number: 2, reason: expect.stringContaining('expected a text or a number') as unknown, text: '{"problem":"Two?"}' },
      { file: path, number: 3, reason: expect.stringContaining('expected a text or messages') as unknown, text: '{"answer":3}' },
    ],
  });
});

it('keeps twenty bad rows, reads no more than it is told, and needs no problems', async () => {
  writeFileSync(path, `${'bad\n'.repeat(30)}${'{"a":true}\n'.repeat(50)}`);
  const report = await inspectData(path, { limit: 10 });
  expect(report).toMatchObject({ rows: 10, badRows: { count: 30 }, problems: undefined, withoutProblem: { count: 10 } });
  expect(report.badRows.first).toHaveLength(20);
  expect(report.columns['a']).toMatchObject({ kinds: { 'true or false': 10 } });
});
