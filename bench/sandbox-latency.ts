import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Sandbox, SandboxCall } from '../src/base/index.js';
import { writeTable } from './table.js';

const SEQUENTIAL = 300;
const AT_ONCE = 5000;

interface Row {
  readonly name: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly atOnceSeconds: number;
}

/** One call after another, and 5,000 at once; writes the table of docs/sandbox.md. */
export async function measureLatency(
  sandboxes: readonly { readonly name: string; readonly sandbox: Sandbox }[],
  call: SandboxCall,
  rounds: number,
): Promise<void> {
  const rows: Row[] = [];
  for (const { name, sandbox } of sandboxes) {
    const latencies: number[] = [];
    for (let i = 0; i < SEQUENTIAL; i++) latencies.push(await timed(() => sandbox.run(call)));
    const bursts: number[] = [];
    // A peer that needs a minute for one is asked once.
    while (bursts.length === 0 || (bursts.length < rounds && bursts[0]! < 20_000)) {
      bursts.push(await timed(() => burst(name, sandbox, call)));
    }
    rows.push({
      name,
      p50Ms: quantile(latencies, 0.5),
      p95Ms: quantile(latencies, 0.95),
      atOnceSeconds: quantile(bursts, 0.5) / 1000,
    });
  }
  writeTable({
    name: 'sandbox-latency',
    guide: 'docs/sandbox.md',
    head: ['', 'one after another, p50', 'p95', `${AT_ONCE.toLocaleString('en')} at once`],
    rows: rows.map(({ name, p50Ms, p95Ms, atOnceSeconds }) => [
      name,
      `${p50Ms.toFixed(2)} ms`,
      `${p95Ms.toFixed(2)} ms`,
      `${atOnceSeconds.toFixed(1)} s`,
    ]),
    data: {
      rows,
      machine: { cpu: cpus()[0]?.model, cores: availableParallelism(), node: process.version, load: loadavg()[0] },
    },
  });
}

async function burst(name: string, sandbox: Sandbox, call: SandboxCall): Promise<void> {
  const results = await sandbox.runBatch(Array.from({ length: AT_ONCE }, () => call));
  const lost = results.filter(({ kind }) => kind !== 'ok').length;
  if (lost > 0) console.log(`${name}: ${lost} of ${AT_ONCE} calls at once were not answered`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}
