import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openInput, runCommandLine } from '../run.js';

const folder = mkdtempSync(join(tmpdir(), 'rstar2-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const jsonLines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const verify = (...argv: readonly string[]) => runCommandLine(['verify', ...argv]);
const parsed = (stdout: string): unknown[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('rstar2-agent verify', () => {
  const records = jsonLines(
    { id: 'a', groundTruth: '42', response: 'so \\boxed{42}' },
    { groundTruth: 42, response: '\\boxed{43}' },
    { id: 7, groundTruth: '5', response: '' },
  );

  it('writes one verdict a line and a summary', async () => {
    const { code, stdout, stderr } = await verify('--input', fileOf('plain.jsonl', records));
    const [first, second, third, summary] = stdout.trimEnd().split('\n');
    expect(first).toBe('a\tcorrect\t42');
    expect(second).toMatch(/^2\tincorrect\t43\t./);
    expect(third).toMatch(/^7\tincorrect\t\t./);
    expect(summary).toBe('3 records: 1 correct (33.3 %), 2 incorrect, 0 undecided');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('takes its input without a flag as well, and says so', async () => {
    const path = fileOf('plain.jsonl', records);
    expect(await verify(path)).toEqual(await verify('--input', path));
    expect((await verify('--help')).stdout).toContain('Usage: rstar2-agent verify FILE [OPTIONS]\n');
    expect(await verify(path, '--input', path)).toMatchObject({ code: 2 });
  });

  it('writes id, kind, answer and reason as JSON, and the summary elsewhere', async () => {
    const { code, stdout, stderr } = await verify('--input', fileOf('json.jsonl', records), '--json');
    expect(parsed(stdout)).toEqual([
      { id: 'a', kind: 'correct', answer: '42' },
      { id: 2, kind: 'incorrect', answer: '43', reason: expect.any(String) as string },
      { id: 7, kind: 'incorrect', answer: null, reason: expect.any(String) as string },
    ]);
    expect(stderr).toBe('3 records: 1 correct (33.3 %), 2 incorrect, 0 undecided\n');
    expect(code).toBe(0);
  });

  it.each([
    ['at the end of the file', 'groundTruth,response\n1,"1\n2,2\n3,3\n', [2], [3, 4]],
    ['in a later row', 'groundTruth,response\n1,"1\n2,"= 2"\n3,3\n"4","4"\n', [2], [3, 4, 5]],
    ['in every row', 'groundTruth,response\n1,"1\n2,"2\n3,"3\n4,4\n', [2, 3, 4], [5]],
  ])('loses only the line of a quote that closes %s', async (_where, table, bad, good) => {
    const { code, stdout, stderr } = await verify('--input', fileOf('quote.csv', table), '--json');
    expect(code).toBe(0);
    expect(parsed(stdout)).toEqual(good.map((id) => expect.objectContaining({ id, kind: 'correct' }) as unknown));
    expect([...stderr.matchAll(/quote\.csv:(\d+): .*quote/g)].map((match) => Number(match[1]))).toEqual(bad);
  });

  it.each([
    ['mark.jsonl', '\ufeff{"groundTruth":"1","response":"1"}\r\n{"groundTruth":"2","response":"2"}\r\n'],
    ['mark.csv', '\ufeff"groundTruth","response"\r\n1,1\r\n2,2\r\n'],
  ])('reads over a byte-order mark (%s)', async (name, text) => {
    const { stdout, stderr } = await verify('--input', fileOf(name, text));
    expect([stdout.trimEnd().split('\n').at(-1), stderr]).toEqual([
      '2 records: 2 correct (100.0 %), 0 incorrect, 0 undecided',
      '',
    ]);
  });

  it('reports a bad line by its number and goes on', async () => {
    const path = fileOf(
      'bad.jsonl',
      'nonsense\n\n[1]\n{"groundTruth":"1"}\n{"groundTruth":"1","response":null}\n{"groundTruth":12345678901234567890,"response":"1"}\n' +
        '{"groundTruth":"1","response":"\\\\boxed{1}","options":{"compatible":1}}\n{"groundTruth":"1","response":"1","id":[]}\n' +
        '{"id":"good","groundTruth":"1","response":"\\\\boxed{1}"}',
    );
    const { code, stdout, stderr } = await verify('--input', path, '--json');
    expect(parsed(stdout)).toEqual([{ id: 'good', kind: 'correct', answer: '1' }]);
    expect(code).toBe(0);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.slice(0, -1)).toEqual([
      `${path}:1: not JSON`,
      `${path}:3: expected an object`,
      `${path}:4: response: expected a string, got nothing`,
      `${path}:5: response: expected a string, got null`,
      `${path}:6: groundTruth: expected a string, got a number with more digits than JavaScript keeps`,
      expect.stringContaining(`${path}:7: options`),
      `${path}:8: id: expected a string or a number`,
    ]);
    expect(lines.at(-1)).toBe('1 record: 1 correct (100.0 %), 0 incorrect, 0 undecided; 7 invalid lines');
  });

  it('reads standard input and fields of other names', async () => {
    const stdin = jsonLines({ key: 'k', answer: '1', output: '\\boxed{1}' });
    const argv = [
      'verify',
      '--input',
      '-',
      '--ground-truth',
      'answer',
      '--response',
      'output',
      '--id',
      'key',
      '--json',
    ];
    const { stdout } = await runCommandLine(argv, { stdin });
    expect(parsed(stdout)).toEqual([{ id: 'k', kind: 'correct', answer: '1' }]);
  });

  it('fails on a bad line if it is asked to be strict', async () => {
    const lines = jsonLines({ groundTruth: '1', response: '2' });
    expect((await runCommandLine(['verify', '-', '--strict'], { stdin: lines })).code).toBe(0);
    expect((await runCommandLine(['verify', '-', '--strict'], { stdin: `${lines}nonsense\n` })).code).toBe(1);
  });

  it('finds the ground truth in the metadata, as rollouts have it', async () => {
    const stdin = jsonLines({ response: '\\boxed{1}', metadata: { groundTruth: '1' } });
    const { stdout } = await runCommandLine(['verify', '-', '--json'], { stdin });
    expect(parsed(stdout)).toMatchObject([{ kind: 'correct' }]);
  });

  it('grades as the prime grader does where that is asked for', async () => {
    const stdin = jsonLines({ groundTruth: '5', response: '\\boxed{500}' });
    const kind = async (...argv: string[]) =>
      (parsed((await runCommandLine(['verify', '-', '--json', ...argv], { stdin })).stdout)[0] as { kind: string })
        .kind;
    expect([await kind(), await kind('--grader', 'prime')]).toEqual(['incorrect', 'correct']);
    expect(await runCommandLine(['verify', '-', '--grader', 'judge'], { stdin })).toMatchObject({ code: 2 });
  });

  it('takes options for all records, and a record’s own on top', async () => {
    const third = { groundTruth: '\\frac{1}{3}', response: '\\boxed{0.333}' };
    const stdin = jsonLines(third, { ...third, options: { floatRounding: 6 } });
    const { stdout } = await runCommandLine(['verify', '-', '--json', '--options', '{"floatRounding":2}'], { stdin });
    expect(parsed(stdout)).toMatchObject([{ kind: 'correct' }, { kind: 'incorrect' }]);
  });

  it('reads tables: quotes, line ends in cells, Windows line ends, a byte-order mark, bad rows', async () => {
    const path = fileOf(
      'table.csv',
      '\ufeffid,groundTruth,"response"\r\na,"1,5","first ""try""\nthen \\boxed{1,5}"\r\n\r\nb,2\r\nc,3,\\boxed{3}\r\n,4,\\boxed{4}\r\nd,"5,\\boxed{5}\r\n',
    );
    const { stdout, stderr } = await verify('--input', path, '--json');
    expect(parsed(stdout)).toMatchObject([{ id: 'a' }, { id: 'c', kind: 'correct' }, { id: 7, kind: 'correct' }]);
    expect(stderr).toContain(`${path}:5: expected 3 cells, got 2\n`);
    expect(stderr).toContain(`${path}:8: a quote is never closed\n`);
  });

  it('reads tab-separated tables', async () => {
    const path = fileOf('table.tsv', 'groundTruth\tresponse\n1\t\\boxed{1}\n');
    expect(parsed((await verify(path, '--json')).stdout)).toEqual([{ id: 2, kind: 'correct', answer: '1' }]);
  });

  it('fails on an input without one record', async () => {
    for (const [name, text] of [
      ['nothing.jsonl', ''],
      ['blank.jsonl', '\n \n'],
      ['header.csv', 'groundTruth,response\n'],
      ['nothing.csv', ''],
    ] as const) {
      const path = fileOf(name, text);
      const { code, stdout, stderr } = await verify('--input', path);
      expect(stdout).toBe('0 records: 0 correct, 0 incorrect, 0 undecided\n');
      expect({ code, stderr }).toEqual({ code: 1, stderr: `${path}: expected at least one record, got none\n` });
    }
    const { code, stderr } = await runCommandLine(['verify', '-'], { stdin: '' });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'standard input: expected at least one record, got none\n' });
  });

  it('fails on an input whose every line is bad', async () => {
    const { code, stderr } = await verify('--input', fileOf('bad-only.jsonl', 'nonsense\n{"response":"1"}\n'));
    expect(code).toBe(1);
    expect(stderr).toContain('bad-only.jsonl:1: not JSON');
    expect(stderr).toContain('expected at least one record, got none');
  });

  it.each([
    [[], '--input: expected a file'],
    [['--input'], 'input'],
    [['--input', join(folder, 'none.jsonl')], 'cannot read'],
    [['--input', folder], 'it is a folder'],
    [['a.jsonl', 'b.jsonl'], 'expected one input, got 2'],
    [['--input', 'a.jsonl', 'b.jsonl'], 'two inputs'],
    [['--input', '-', '--format', 'xml'], '--format: expected jsonl, csv, tsv, got xml'],
    [['--input', '-', '--options', '{'], '--options: expected a JSON object'],
    [['--input', '-', '--options', '[]'], '--options: expected a JSON object'],
    [['--input', '-', '--options', '{"compatible":1}'], '--options: unknown option "compatible"'],
    [['--input', '-', '--options', '{"floatRounding":"x"}'], '--options: floatRounding: expected number, got "x"'],
    [['--input', '-', '--jsn'], '--jsn'],
    [['--input', '-', '--format', 'csv'], 'expected a column "groundTruth", got'],
  ])('refuses %j', async (argv, message) => {
    const { code, stdout, stderr } = await runCommandLine(['verify', ...argv], { stdin: 'a,b\n1,2\n' });
    expect({ code, stdout }).toEqual({
      code: message.includes('cannot read') || message.includes('folder') ? 1 : 2,
      stdout: '',
    });
    expect(stderr).toContain(message);
  });

  it('answers each line as it comes, before the input ends', async () => {
    const stdin = openInput();
    const controller = new AbortController();
    const run = runCommandLine(['verify', '-', '--json'], { stdin, signal: controller.signal });
    stdin.write('{"groundTruth":"1","response":"\\\\boxed{1}"}\n{"groundTruth":');
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    const { code, stdout } = await run;
    expect({ code, stdout }).toEqual({ code: 130, stdout: '{"id":1,"kind":"correct","answer":"1"}\n' });
  });
});
