import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommandLine } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'rstar2-commands-'));
const at = (name: string) => join(folder, name);
writeFileSync(at('file'), 'x\n');
writeFileSync(at('file.json'), 'x\n');
writeFileSync(at('empty.jsonl'), '');
writeFileSync(at('torn.jsonl'), '{"id"');
writeFileSync(at('p.jsonl'), '{"id":"a","prompt":"hi","groundTruth":"1"}\n');
mkdirSync(at('folder'));
const sampleOf = (problem: string) =>
  `${JSON.stringify({
    ...{ dataset: 'd', problem, temperature: 1, seed: 0, sample: 0, correct: 1, answer: '1' },
  })}\n`;
for (const name of ['first', 'second']) {
  mkdirSync(at(name));
  writeFileSync(join(at(name), 'samples.jsonl'), sampleOf(name));
}
afterAll(() => rmSync(folder, { recursive: true }));

/** Bad input of every command: words after the command with `@` for the folder, the code, and the one line that says why. */
const CASES: readonly (readonly [string, number, string])[] = [
  ['verify @/none', 1, '--input: cannot read @/none: there is no such file or folder'],
  ['verify @/folder', 1, '--input: cannot read @/folder: it is a folder'],
  ['generate --model @/none --prompt hi', 1, '--model: cannot read @/none: there is no such file or folder'],
  ['generate --model @/file --prompt hi', 1, '@/file: expected a folder, found a file'],
  ['eval --model o/n --data @/p.jsonl --out @/file', 1, '--out: cannot write @/file: it is a file, not a folder'],
  [
    'eval --model o/n --data @/p.jsonl --out @/file/x/y',
    1,
    '--out: cannot write @/file/x/y: @/file is a file, not a folder',
  ],
  ['eval --model o/n --data @/p.jsonl --out=', 2, '--out: expected a path, got an empty text'],
  ['eval --model o/n --data @/p.jsonl --seed 1 --seed 1', 2, '--seed: expected each number once, got 1 twice'],
  [
    'eval --model o/n --data @/p.jsonl --temperature 0.5 --temperature 0.5',
    2,
    '--temperature: expected each number once, got 0.5 twice',
  ],
  ['eval --run @/none --data @/p.jsonl', 1, '--run: cannot read @/none: there is no such file or folder'],
  ['eval --run @/file --data @/p.jsonl', 1, '--run: cannot read @/file: it is a file, not a folder'],
  ['eval --run @/folder --data @/p.jsonl', 1, "--run: @/folder: expected a run's directory, with a config.json"],
  ['eval --compare @/file @/folder', 1, '--compare: cannot read @/file: it is a file, not a folder'],
  ['eval --compare @/first @/second', 1, '@/second: expected a problem that @/first has, got none'],
  ['entropy --from @/none', 1, '--from: cannot read @/none: there is no such file or folder'],
  ['entropy --from @/file', 1, '--from: cannot read @/file: it is a file, not a folder'],
  ['entropy --from @/torn.jsonl', 1, '@/torn.jsonl: expected samples or rollouts with entropies, got none'],
  ['chat --run @/none', 1, '--run: cannot read @/none: there is no such file or folder'],
  ['chat --run @/file', 1, '--run: cannot read @/file: it is a file, not a folder'],
  ['chat --model o/n --prompt=', 2, '--prompt: expected a message, got an empty one'],
  ['schedule --engines 2 --trace @/folder', 1, '--trace: cannot read @/folder: it is a folder'],
  ['schedule --engines 2 --groups 1 --curve @/folder', 1, '--curve: cannot read @/folder: it is a folder'],
  ['schedule --engines 2 --groups 1 --curve @/file.json', 1, '@/file.json: expected JSON: Unexpected token'],
  [
    'schedule --engines 2 --groups 1 --report @/file/x.html',
    1,
    '--report: cannot write @/file/x.html: @/file is a file, not a folder',
  ],
  ['schedule --engines 2 --groups 1 --mean-tokens 0', 2, '--mean-tokens: expected more than 0, got 0'],
  [
    'schedule --engines 2 --groups 1000000 --samples 999',
    2,
    '--samples: expected at most 10000000 rollouts in all, got 1000000 × 999',
  ],
  ['sandbox serve --token-file @/folder', 1, '--token-file: cannot read @/folder: it is a folder'],
  ['sandbox worker --redis redis://127.0.0.1:1 --namespaces a/b', 2, '--namespaces: expected letters, digits'],
  ['tokens doctor --run @/file', 1, '--run: cannot read @/file: it is a file, not a folder'],
  ['tokens doctor --model @/folder --variables {', 2, '--variables: expected an object of JSON, got {'],
  ['tinker serve --model @/folder', 1, '@/folder: expected a config.json, found none'],
  ['tinker serve --checkpoints @/file', 1, '--checkpoints: cannot write @/file: it is a file, not a folder'],
  ['data prepare --from @/p.jsonl --out @/file', 1, '--out: cannot write @/file: it is a file, not a folder'],
  ['data prepare --from @/p.jsonl --out=', 2, '--out: expected a path, got an empty text'],
  [
    'data inspect --from @/file',
    1,
    '@/file: expected a name that ends in .jsonl, .csv, .tsv or .parquet, or its format',
  ],
  ['data inspect --from @/p.jsonl --files x', 1, '@/p.jsonl: is one file: expected a folder, of which x are read'],
];

describe('every command, given bad input', () => {
  it.each(CASES)('%s', { timeout: 60_000 }, async (line, expected, message) => {
    const argv = line.split(' ').map((word) => word.replace('@', folder));
    const { code, stderr } = await runCommandLine(argv);
    const lines = stderr.trimEnd().split('\n');
    expect([code, lines[0]]).toEqual([
      expected,
      expect.stringContaining(`: ${message.replaceAll('@', folder)}`) as string,
    ]);
    expect(lines.length).toBe(expected === 2 ? 2 : 1);
    expect(readdirSync(folder)).toHaveLength(8);
  });
});
