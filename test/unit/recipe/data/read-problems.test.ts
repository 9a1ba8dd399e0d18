import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readProblems, type BadRow, type ReadProblemsOptions } from '../../../../src/recipe/index.js';
import { NAMED_DATASETS } from '../../../../src/recipe/data/named-datasets.js';
import { HubServer, type HubContent } from '../../io/hub/hub-server.js';

const RECORDED = join(import.meta.dirname, '../../../recordings/datasets');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-problems-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function all(source: string, options?: ReadProblemsOptions) {
  const problems = [];
  for await (const problem of readProblems(source, options)) problems.push(problem);
  return problems;
}

function write(rows: readonly object[]): string {
  const path = join(folder, 'rows.jsonl');
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return path;
}

function jsonl(rows: readonly object[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** The files of each repository, with the columns that they have on the hub. */
const REPOSITORIES: { readonly [name in keyof typeof NAMED_DATASETS]: HubContent } = {
  'dapo-math-17k': {
    'en/train-00000-of-00001.parquet': { content: readFileSync(join(RECORDED, 'dapo.parquet')), lfs: true },
    'cn/train-00000-of-00001.parquet': { content: Buffer.from('not wanted'), lfs: true },
  },
  'aime-2024': { 'data/train-00000-of-00001.parquet': { content: readFileSync(join(RECORDED, 'aime-2024.parquet')), lfs: true } },
  'aime-2025': {
    'aime2025-I.jsonl': { content: jsonl([{ question: 'A made-up sum?', answer: '70' }]), lfs: false },
    'aime2025-II.jsonl': { content: jsonl([{ question: 'A made-up area?', answer: '468' }]), lfs: false },
  },
  'hmmt-2025': { 'data/train-00000-of-00001.parquet': { content: readFileSync(join(RECORDED, 'hmmt-2025.parquet')), lfs: true } },
  'math-500': {
    'test.jsonl': {
      content: jsonl([
        { problem: 'Made up.', solution: 'So.', answer: '\\left( 3, \\frac{\\pi}{2} \\right)', subject: 'Precalculus', level: 2, unique_id: 'test/precalculus/1.json' },
      ]),
      lfs: false,
    },
  },
};

describe('the data sets of the paper', () => {
  const expected = {
    'dapo-math-17k': [7, 'dapo-math-17k/made-up-0', 'A box holds 3 red marbles and 5 blue ones. How many marbles does it hold?', '8'],
    'aime-2024': [4, 'aime-2024/60', 'Find the number of ways to put 2 rooks on a made-up board of $2\\times2$ squares.', '000'],
    'aime-2025': [2, 'aime-2025/0', 'A made-up sum?', '70'],
    'hmmt-2025': [2, 'hmmt-2025/1', 'Compute a made-up sum.', '103'],
    'math-500': [1, 'math-500/test/precalculus/1.json', 'Made up.', '\\left( 3, \\frac{\\pi}{2} \\right)'],
  } as const;

  it.each(Object.keys(NAMED_DATASETS) as (keyof typeof NAMED_DATASETS)[])('%s is read as the release reads it', async (name) => {
    const hub = new HubServer(`datasets/${NAMED_DATASETS[name].source}`, REPOSITORIES[name]);
    try {
      const problems = await all(name, { hubUrl: await hub.start(), cacheDirectory: join(folder, 'cache') });
      const [count, id, content, groundTruth] = expected[name];
      expect(problems).toHaveLength(count);
      expect(problems[0]).toEqual({ id, source: name, prompt: [{ role: 'user', content }], metadata: { groundTruth } });
      expect(new Set(problems.map((problem) => problem.id)).size).toBe(count);
      expect(hub.requests.some((request) => request.includes('/resolve/') && request.includes('cn/'))).toBe(false);
    } finally {
      await hub.stop();
    }
  });
});

describe('problems of rows', () => {
  it('are found in the columns that data sets have', async () => {
    const path = write([
      { question: 'One?', answer: 1 },
      { problem: 'Two?', ground_truth: '2', id: 'two' },
      { prompt: [{ role: 'system', content: 'Think.' }, { role: 'user', content: 'Three?' }], reward_model: { ground_truth: '3', style: 'rule' } },
    ]);
    expect(await all(path)).toEqual([
      { id: 'rows.jsonl/0', source: path, prompt: [{ role: 'user', content: 'One?' }], metadata: { groundTruth: '1' } },
      { id: 'two', source: path, prompt: [{ role: 'user', content: 'Two?' }], metadata: { groundTruth: '2' } },
      { id: 'rows.jsonl/2', source: path, prompt: [{ role: 'system', content: 'Think.' }, { role: 'user', content: 'Three?' }], metadata: { groundTruth: '3' } },
    ]);
  });

  it('have the digits of a ground truth that is a large number', async () => {
    writeFileSync(join(folder, 'rows.jsonl'), '{"problem":"Two?","answer":1152921504606846977}');
    expect(await all(join(folder, 'rows.jsonl'))).toMatchObject([{ metadata: { groundTruth: '1152921504606846977' } }]);
  });

  it('are found in the columns that are named', async () => {
    const path = write([{ text: 'One?', label: { value: '1' }, answer: 'not this', key: 9 }]);
    expect(await all(path, { columns: { prompt: 'text', groundTruth: 'label.value', id: 'key' } })).toMatchObject([
      { id: '9', prompt: [{ content: 'One?' }], metadata: { groundTruth: '1' } },
    ]);
  });

  it('of our own come back as they were', async () => {
    const own = { id: 'a', source: 'aime-2024', prompt: [{ role: 'user' as const, content: 'One?' }], metadata: { groundTruth: '1', level: 3 } };
    expect(await all(write([own]))).toEqual([own]);
  });

  it('that hold none are bad rows, named by the column', async () => {
    const bad: BadRow[] = [];
    const path = write([
      { problem: 'One?' },
      { problem: ' ', answer: '1' },
      { problem: 'Two?', answer: 0.1 + 0.2 },
      { prompt: [{ role: 'robot', content: 'x' }], answer: '1' },
      { problem: 'Three?', answer: '3' },
    ]);
    expect(await all(path, { onBadRow: (row) => void bad.push(row) })).toHaveLength(1);
    expect(bad.map(({ number, reason }) => `${number}: ${reason}`)).toEqual([
      '1: metadata.groundTruth or groundTruth or reward_model.ground_truth or ground_truth or answer: expected a text or a number, got nothing',
      '2: problem: expected a text or messages, got a blank text',
      '3: answer: expected a text, got a number with more digits than JavaScript keeps',
      '4: prompt: expected a text or messages, got a list',
    ]);
    expect(bad[0]!.text).toBe('{"problem":"One?"}');
    await expect(all(path)).rejects.toThrow(/rows\.jsonl:1: metadata/);
  });

  it('checks its options', async () => {
    await expect(all('x.jsonl', { columns: { answer: 'y' } as never })).rejects.toThrow(/options\.columns: unknown option "answer"/);
  });
});
