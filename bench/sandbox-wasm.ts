/**
 * Claim: Python as WebAssembly runs some hundred calls a second where calls share interpreters, and some where each has an
 * interpreter of its own, beside the local sandbox in the same rounds.
 *
 *     npx tsx bench/sandbox-wasm.ts [--calls N] [--rounds N]
 *
 * Needs Linux, for the local sandbox and for the memory of processes.
 */
import { execFileSync } from 'node:child_process';
import type { Sandbox, SandboxCall } from '../src/base/index.js';
import { createLocalSandbox } from '../src/sandbox/index.js';
import { createWasmSandbox } from '../src/sandbox/wasm.js';
import { measure } from './harness.js';
import { benchOptions } from './options.js';
import { writeReport } from './report.js';

const { values } = benchOptions({
  options: { calls: { type: 'string', default: '400' }, rounds: { type: 'string', default: '5' } },
});
const calls = Number(values.calls);
const CELL: SandboxCall = { code: 'x = 1\nprint(x)\nx + 1' };
const COMPUTE: SandboxCall = { code: 'total = 0\nfor i in range(300_000):\n    total += i * i % 7\ntotal' };
/** A call with an interpreter of its own takes a hundred times as long. */
const fewer = Math.max(4, Math.round(calls / 50));

const opened: Opened[] = [];
try {
  opened.push(await open('local, contained', () => createLocalSandbox()));
  const wasm = { allowMissing: ['network'] } as const;
  opened.push(await open('wasm, fresh globals', () => createWasmSandbox({ ...wasm, fresh: 'globals' })));
  opened.push(await open('wasm, a fresh interpreter each', () => createWasmSandbox(wasm)));
  await report('sandbox-wasm', 'A notebook cell, whose last value is shown', CELL, [calls, calls, fewer]);
  await report('sandbox-wasm-compute', 'A loop of 300,000 steps', COMPUTE, [fewer * 2, fewer * 2, fewer]);
} finally {
  for (const { sandbox } of opened) await sandbox.close();
}

interface Opened {
  readonly name: string;
  readonly sandbox: Sandbox;
  readonly startMs: number;
  readonly residentMb: number;
}

/** Opens a sandbox; how long that takes, and what its processes hold then. */
async function open(name: string, create: () => Promise<Sandbox>): Promise<Opened> {
  const before = childrenMb();
  const startedAt = performance.now();
  const sandbox = await create();
  const startMs = performance.now() - startedAt;
  return { name, sandbox, startMs, residentMb: childrenMb() - before };
}

/** @returns Resident memory of all processes below this one, in MB; pages that they share count for each. */
function childrenMb(): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = new Set([process.pid]);
  for (let size = 0; size < below.size;) {
    size = below.size;
    for (const [pid, parent] of rows) if (below.has(parent!)) below.add(pid!);
  }
  const held = rows.filter(([pid]) => pid !== process.pid && below.has(pid!));
  return held.reduce((sum, [, , kib]) => sum + kib! / 1000, 0);
}

async function report(name: string, task: string, call: SandboxCall, works: readonly number[]): Promise<void> {
  const contestants = opened.map(({ name: contestant, sandbox }, i) => ({
    name: contestant,
    work: works[i]!,
    async run() {
      const results = await sandbox.runBatch(Array.from({ length: works[i]! }, () => call));
      const failed = results.find(({ kind }) => kind !== 'ok');
      if (failed !== undefined) throw new Error(`${contestant}: ${JSON.stringify(failed)}`);
      return results.length;
    },
  }));
  const { measurements, machine } = await measure(contestants, { rounds: Number(values.rounds), warmUp: 1 });
  const notes = opened.map(
    (one) =>
      `${one.name}: opened in ${(one.startMs / 1000).toFixed(1)} s, its processes then hold ${one.residentMb.toFixed(0)} MB.`,
  );
  writeReport({ name, guide: 'docs/sandbox.md', task, unit: 'calls/s', measurements, machine, notes });
}
