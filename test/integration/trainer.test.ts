import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordCount, runTrainer, timelessMetrics } from './killed-run.js';

const COMMAND = join(import.meta.dirname, '../../dist/cli.js');
const SCRIPT = join(import.meta.dirname, 'fixtures', 'train-small.ts');

const run = (directory: string, until?: () => boolean) => runTrainer([SCRIPT, directory], directory, until);

describe('the reference trainer', () => {
  let folder: string;
  let uninterrupted: Record<string, unknown>[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rstar2-trainer-'));
    expect(await run(join(folder, 'whole'))).toBe(0);
    uninterrupted = timelessMetrics(join(folder, 'whole'));
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('trains by SFT, RL and RL on what is still hard, evaluates on held-out problems and writes a report', () => {
    const stage = (name: string) => uninterrupted.filter((record) => record['stage'] === name);
    expect(stage('sft')).toHaveLength(50);
    expect([stage('rl').length, stage('rl-hard').length]).toEqual([4, 3]);
    expect(stage('eval').map(({ after, step }) => `${String(after)} ${String(step)}`)).toEqual([
      'sft 50',
      'rl 2',
      'rl 4',
      'rl-hard 2',
      'rl-hard 3',
    ]);
    // In most steps some groups are mixed, so that there is something to learn from, and the second mini-batch leaves ratio 1.
    const changing = [...stage('rl'), ...stage('rl-hard')].filter(({ kl }) => typeof kl === 'number' && kl !== 0);
    expect(changing.length).toBeGreaterThanOrEqual(5);
    expect(readFileSync(join(folder, 'whole', 'report.html'), 'utf8')).toContain('grpo-roc, seed small');
  });

  it('leaves a model that the command line talks to, with the problems it has never seen', async () => {
    const directory = join(folder, 'whole');
    const problems = readFileSync(join(directory, 'held-out.jsonl'), 'utf8').trim().split('\n');
    const { system } = JSON.parse(readFileSync(join(directory, 'config.json'), 'utf8')) as { system: string };
    expect(problems.map((line) => (JSON.parse(line) as { prompt: { content: string }[] }).prompt[0]!.content)).toEqual([
      system,
      system,
    ]);
    const evaluation = [
      '--data',
      join(directory, 'held-out.jsonl'),
      '--samples',
      '2',
      '--max-tokens',
      '200',
      '--json',
      '-q',
    ];
    const command = [COMMAND, 'eval', '--run', directory, '--backend', 'wasm', ...evaluation];
    const { stdout } = await promisify(execFile)(process.execPath, command);
    const [result] = JSON.parse(stdout) as { summary: object }[];
    expect(result!.summary).toMatchObject({ problems: 2, samples: 4, unavailable: 0 });
  }, 120_000);

  // After 53 metric records it is in RL, after 59 in the last stage.
  it('goes on after SIGKILL, in RL and again in the last stage, to the same metrics as an uninterrupted run', async () => {
    const directory = join(folder, 'killed');
    for (const records of [53, 59]) {
      expect(await run(directory, () => recordCount(directory) >= records)).toBe('SIGKILL');
      expect(recordCount(directory)).toBeLessThan(uninterrupted.length);
    }
    expect(await run(directory)).toBe(0);
    expect(timelessMetrics(directory)).toEqual(uninterrupted);
  }, 240_000);
});
