import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommandLine } from '../run.js';

let folder: string;
let rows: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-data-'));
  [rows, out] = [join(folder, 'rows.csv'), join(folder, 'out')];
  writeFileSync(rows, 'text,label\n"What is 6 * 7,\nthen?",42\nWhat is half of 1?,0.5\nWhat is 2 + 2?\nWhat is 6 * 7 then,42\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('says what became of every row, and shows it', async () => {
  const source = ['--from', rows, '--prompt', 'text', '--ground-truth', 'label'];
  const made = await runCommandLine(['data', 'prepare', ...source, '--out', out]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toBe(
    `${out}: 1 kept, 1 not-integer, 1 duplicate, 1 invalid rows\n  1 of ${rows}\n  questions of 20 to 20 characters, half of them at most 20\n` +
      `  answers from 42 to 42, 1 different ones\n  invalid rows: see ${out}/bad.jsonl\n`,
  );
  expect(readFileSync(join(out, 'bad.jsonl'), 'utf8')).toContain('"number":5,"reason":"expected 2 cells, got 1"');
  const again = await runCommandLine(['data', 'prepare', ...source, '--out', out, '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ kept: 1, removed: { 'not-integer': 1, duplicate: 1 }, badRows: 1 });
  const seen = await runCommandLine(['data', 'inspect', ...source, '--samples', '1']);
  expect(seen.stdout).toContain(`${rows}: 3 rows, 1 invalid`);
  expect(seen.stdout).toContain('text   text, 18 to 20 characters (median 18), 3 different');
  expect(seen.stdout).toContain('text: What is 6 * 7, then?');
  expect(seen.stdout).toContain('3 problems');
  expect(seen.stdout).toContain(`${rows}:5: expected 2 cells, got 1`);
  expect((await runCommandLine(['data', 'inspect', ...source, '--strict'])).code).toBe(1);
});

it('lists rows without a problem by number, the first twenty of them', async () => {
  const some = join(folder, 'some.jsonl');
  writeFileSync(some, `{"problem":"Two?","answer":2}\n${'{"problem":"Three?"}\n'.repeat(22)}`);
  const { stdout } = await runCommandLine(['data', 'inspect', '--from', some]);
  expect(stdout).toContain('22 rows without a problem\n');
  expect(stdout).toMatch(new RegExp(`${some}:21: .*expected a text or a number, got nothing\n {2}and 2 more\n$`));
});

it('names what is missing or wrong in its usage, and what fails', async () => {
  expect(await runCommandLine(['data', 'prepare', '--out', out])).toMatchObject({ code: 2, stderr: expect.stringContaining('--from is missing') as unknown });
  expect(await runCommandLine(['data', 'prepare', '--from', rows])).toMatchObject({ code: 2, stderr: expect.stringContaining('--out is missing') as unknown });
  expect(await runCommandLine(['data', 'inspect'])).toMatchObject({ code: 2 });
  expect(await runCommandLine(['data', 'inspect', '--from', rows, '--format', 'xml'])).toMatchObject({ code: 2 });
  const words = join(folder, 'words.jsonl');
  writeFileSync(words, '{"problem":"Which colour?","answer":"blue"}\n');
  const nothing = await runCommandLine(['data', 'prepare', '--from', words, '--out', join(folder, 'nothing')]);
  expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('no problem was kept; ') as unknown });
  const failed = await runCommandLine(['data', 'prepare', '--from', join(folder, 'none.jsonl'), '--out', out]);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('expected a file, a folder or an id of the hub') as unknown });
  expect((await runCommandLine(['data', 'prepare', '--help'])).stdout).toContain('--against SOURCE');
});
