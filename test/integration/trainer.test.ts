import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What a clock measures; everything else of a resumed run must be equal. */
const TIMINGS = ['tokensPerSecond', 'seconds', 'rolloutSeconds', 'updateSeconds'];
const SCRIPT = join(import.meta.dirname, 'fixtures', 'train-small.ts');

/** Runs the small training in a process of its own. @param until - Kills it with SIGKILL as soon as this is true. */
function run(directory: string, until?: () => boolean): Promise<NodeJS.Signals | number | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, directory], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // What a killed run cannot clean up goes with the folder of the test.
    env: { ...process.env, TMPDIR: dirname(directory) },
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const watch = setInterval(() => {
    if (until?.() === true) child.kill('SIGKILL');
  }, 5);
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      if (code !== 0 && signal !== 'SIGKILL') reject(new Error(errors.slice(-2000)));
      else resolve(signal ?? code);
    });
  });
}

function metrics(directory: string): Record<string, unknown>[] {
  const lines = readFileSync(join(directory, 'metrics.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const record = JSON.parse(line) as Record<string, unknown>;
    for (const name of TIMINGS) delete record[name];
    return record;
  });
}

const lineCount = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0);

describe('the reference trainer', () => {
  let folder: string;
  let uninterrupted: Record<string, unknown>[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rstar2-trainer-'));
    expect(await run(join(folder, 'whole'))).toBe(0);
    uninterrupted = metrics(join(folder, 'whole'));
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  it('trains by SFT and RL, evaluates on held-out problems and writes a report', () => {
    const stage = (name: string) => uninterrupted.filter((record) => record['stage'] === name);
    expect(stage('sft')).toHaveLength(60);
    expect(stage('rl')).toHaveLength(8);
    expect(stage('eval').map(({ step }) => step)).toEqual([0, 4, 8]);
    // Some groups are mixed, so that there is something to learn from, and the second mini-batch leaves ratio 1.
    expect(stage('rl').filter(({ kl }) => typeof kl === 'number' && kl !== 0).length).toBeGreaterThan(0);
    expect(readFileSync(join(folder, 'whole', 'report.html'), 'utf8')).toContain('grpo-roc, seed small');
  });

  // After 20 metric records it is in stage 0, after 64 in the middle of RL.
  it.each([20, 64])(
    'goes on after SIGKILL at record %i to the same metrics as an uninterrupted run',
    async (records) => {
      const directory = join(folder, `killed-${records}`);
      const metricsPath = join(directory, 'metrics.jsonl');
      expect(await run(directory, () => lineCount(metricsPath) >= records)).toBe('SIGKILL');
      expect(lineCount(metricsPath)).toBeLessThan(uninterrupted.length);
      expect(await run(directory)).toBe(0);
      expect(metrics(directory)).toEqual(uninterrupted);
    },
    240_000,
  );
});
