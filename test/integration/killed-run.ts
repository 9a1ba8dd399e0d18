import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a clock measures; everything else of a resumed run must be equal. */
const TIMINGS = ['tokensPerSecond', 'seconds', 'rolloutSeconds', 'updateSeconds'];

/**
 * Runs a program of training in a process of its own.
 *
 * @param directory - The run's; its parent takes what a killed run cannot clean up.
 * @param until - Kills it with SIGKILL as soon as this is true.
 * @returns The signal that ended it, else its exit code. @throws Error (rejecting) with what it said, if it failed.
 */
export function runTrainer(
  args: readonly string[],
  directory: string,
  until?: () => boolean,
): Promise<NodeJS.Signals | number | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
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

/** What a run has measured so far, without what a clock measures. */
export function timelessMetrics(directory: string): Record<string, unknown>[] {
  const lines = readFileSync(join(directory, 'metrics.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const record = JSON.parse(line) as Record<string, unknown>;
    for (const name of TIMINGS) delete record[name];
    return record;
  });
}

/** How many records a run has written. */
export function recordCount(directory: string): number {
  const path = join(directory, 'metrics.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}
