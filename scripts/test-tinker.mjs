/**
 * Runs the client and the learner of the Tinker API against SkyRL's real server, on the CPU with a tiny Qwen3 of random weights:
 * `npm run test:tinker`. Its parts, `client`, `gradients`, `reduction` (gradients again, under a wrong one, which must show) and
 * `kills`, may be named (`-- client kills`); `-- record` records anew what the tests replay. On two cores that others use too
 * `reduction` takes some seven minutes, and `gradients` one more for the probe.
 *
 * Everything lies in node_modules/.cache/rstar2-tinker: see scripts/tinker/skyrl.mjs. Exits with 1 if something differs or it is
 * interrupted, with 2 if SkyRL cannot be installed here.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, interrupted, requireSkyrl, startSkyrl } from './tinker/skyrl.mjs';

const RECORDED = 'test/integration/tinker/recordings/skyrl-0.3.0.json';
const PARTS = ['client', 'gradients', 'reduction', 'kills'];

const named = process.argv.slice(2);
const unknown = named.filter((part) => ![...PARTS, 'record'].includes(part));
if (unknown.length > 0) throw new RangeError(`expected ${PARTS.join(', ')} or record, got ${unknown.join(', ')}`);
const wanted = named.length > 0 ? named : PARTS;

requireSkyrl();
const runs = join(CACHE, 'runs');
mkdirSync(runs, { recursive: true });
const directory = mkdtempSync(join(runs, 'run-'));
const model = join(directory, 'tiny-qwen3');
await program('model.ts', model);
if (wanted.some((part) => part !== 'kills')) {
  const server = await startSkyrl({ model, directory: join(directory, 'server') });
  try {
    if (wanted.includes('record')) await program('session.ts', server.url, RECORDED, 'record');
    if (wanted.includes('client')) await program('session.ts', server.url, RECORDED);
    if (wanted.includes('gradients')) await program('gradients.ts', server.url);
    if (wanted.includes('reduction')) await program('gradients.ts', server.url, 'wrong');
  } finally {
    await server.kill();
  }
}
if (wanted.includes('kills')) await program('kills.ts', model, join(directory, 'kills'));
if (process.exitCode === undefined) rmSync(directory, { recursive: true });
else console.error(`what was run is kept in ${directory}`);

async function program(name, ...args) {
  console.log(`\n${name}:`);
  const child = spawn(process.execPath, ['--import', 'tsx', `test/tinker/${name}`, ...args], { stdio: 'inherit' });
  void interrupted.then(() => child.kill());
  const [code] = await once(child, 'exit');
  if (code === 0) return;
  console.error(`FAIL ${name}`);
  process.exitCode = 1;
}
