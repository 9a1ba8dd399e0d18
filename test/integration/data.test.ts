import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plantedSet } from '../unit/recipe/data/planted.js';
import { ROOT } from './node-process.js';

let folder: string;
let source: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-killed-'));
  source = join(folder, 'rows.jsonl');
  const lines = plantedSet(6_000, 'killed').rows.map(({ problem }) => JSON.stringify(problem));
  writeFileSync(source, lines.join('\n').replace('row-777"', 'row-777'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** How many problems a run has brought to the disk. */
function seenIn(out: string): number {
  const path = join(`${out}.part`, 'data.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { seen: number }).seen : 0;
}

/** @returns Whether the run ended by itself. It is killed as soon as it has come so far. */
function prepare(out: string, killAt = Infinity): Promise<boolean> {
  const args = [join(ROOT, 'dist/cli.js'), 'data', 'prepare', '--from', source, '--out', out, '--quiet'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const watch = setInterval(() => void (seenIn(out) >= killAt && child.kill('SIGKILL')), 5);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearInterval(watch);
      resolve(code === 0);
    });
  });
}

it('a preparation that is killed again and again gives the files of one that is not', async () => {
  const [whole, killed] = [join(folder, 'whole'), join(folder, 'killed')];
  expect(await prepare(whole)).toBe(true);
  // The second run is killed before it has done anything new: where the first one was killed is where it starts.
  for (const killAt of [0, 1_000, 1_000, 2_000, 3_000, 5_000]) await prepare(killed, killAt);
  await prepare(killed);
  for (const name of readdirSync(whole))
    expect(readFileSync(join(killed, name), 'utf8')).toBe(readFileSync(join(whole, name), 'utf8'));
  expect(existsSync(`${killed}.part`)).toBe(false);
});
