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

/** What is wrong with the path of a flag, and commands that are given such a path (`@` for the folder). */
const BAD_PATHS: readonly (readonly [
  verb: 'read' | 'write',
  why: string,
  lines: readonly (readonly [flag: string, line: string])[],
])[] = [
  [
    'read',
    'there is no such file or folder',
    [
      ['input', 'verify @/none'],
      ['model', 'generate --model @/none --prompt hi'],
      ['run', 'eval --run @/none --data @/p.jsonl'],
      ['from', 'entropy --from @/none'],
      ['run', 'chat --run @/none'],
    ],
  ],
  [
    'read',
    'it is a folder',
    [
      ['input', 'verify @/folder'],
      ['trace', 'schedule --engines 2 --trace @/folder'],
      ['curve', 'schedule --engines 2 --groups 1 --curve @/folder'],
      ['token-file', 'sandbox serve --token-file @/folder'],
    ],
  ],
  [
    'write',
    'it is a file, not a folder',
    [
      ['out', 'eval --model o/n --data @/p.jsonl --out @/file'],
      ['checkpoints', 'tinker serve --checkpoints @/file'],
      ['out', 'data prepare --from @/p.jsonl --out @/file'],
    ],
  ],
  [
    'write',
    '@/file is a file, not a folder',
    [
      ['out', 'eval --model o/n --data @/p.jsonl --out @/file/x/y'],
      ['report', 'schedule --engines 2 --groups 1 --report @/file/x.html'],
    ],
  ],
  [
    'read',
    'it is a file, not a folder',
    [
      ['run', 'eval --run @/file --data @/p.jsonl'],
      ['compare', 'eval --compare @/file @/folder'],
      ['from', 'entropy --from @/file'],
      ['run', 'chat --run @/file'],
      ['run', 'tokens doctor --run @/file'],
    ],
  ],
];

/** Other bad input: words after the command, the code, and the one line that says why. */
const OTHER: readonly (readonly [line: string, code: number, message: string])[] = [
  ['generate --model @/file --prompt hi', 1, '@/file: expected a folder, found a file'],
  ['eval --model o/n --data @/p.jsonl --out=', 2, '--out: expected a path, got an empty text'],
  ['eval --model o/n --data @/p.jsonl --seed 1 --seed 1', 2, '--seed: expected each number once, got 1 twice'],
  [
    'eval --model o/n --data @/p.jsonl --temperature 0.5 --temperature 0.5',
    2,
    '--temperature: expected each number once, got 0.5 twice',
  ],
  ['eval --run @/folder --data @/p.jsonl', 1, "--run: @/folder: expected a run's directory, with a config.json"],
  ['eval --compare @/first @/second', 1, '@/second: expected at least one problem of @/first, got none'],
  ['entropy --from @/torn.jsonl', 1, '@/torn.jsonl: expected samples or rollouts with entropies, got none'],
  ['chat --model o/n --prompt=', 2, '--prompt: expected a message, got an empty one'],
  ['schedule --engines 2 --groups 1 --curve @/file.json', 1, '@/file.json: expected JSON: Unexpected token'],
  ['schedule --engines 2 --groups 1 --mean-tokens 0', 2, '--mean-tokens: expected more than 0, got 0'],
  [
    'schedule --engines 2 --groups 1000000 --samples 999',
    2,
    '--samples: expected at most 10000000 rollouts in all, got 1000000 × 999',
  ],
  ['sandbox worker --redis redis://127.0.0.1:1 --namespaces a/b', 2, '--namespaces: expected letters, digits'],
  ['tokens doctor --model @/folder --variables {', 2, '--variables: expected a JSON object, got {'],
  ['tinker serve --model @/folder', 1, '@/folder: expected a config.json, found none'],
  ['data prepare --from @/p.jsonl --out=', 2, '--out: expected a path, got an empty text'],
  [
    'data inspect --from @/file',
    1,
    '@/file: expected a name that ends in .jsonl, .csv, .tsv or .parquet, or the option format',
  ],
  ['data inspect --from @/p.jsonl --files x', 1, '@/p.jsonl: expected a folder for the files x, got a file'],
];

const ofPaths = BAD_PATHS.flatMap(([verb, why, lines]) =>
  lines.map(([flag, line]) => {
    const path = /@\S+/.exec(line.split(`--${flag}`).at(-1)!)![0];
    return [line, 1, `--${flag}: cannot ${verb} ${path}: ${why}`] as const;
  }),
);

describe('every command, given bad input', () => {
  it.each([...ofPaths, ...OTHER])('%s', { timeout: 60_000 }, async (line, expected, message) => {
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
