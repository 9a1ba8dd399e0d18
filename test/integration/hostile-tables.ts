import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CaseReport, HostileCase } from './hostile-models/hostile-case.js';

const NOT_TABLES = ['hostile-case.ts', 'run-cases.ts'];
const RUNNER = join(import.meta.dirname, 'hostile-models', 'run-cases.ts');

/** What an attack may take: the process ends at this much of the heap, and what is outside it counts too. */
const HEAP_MIB = 512;
const PEAK_MIB = 900;
/** Of one attack; those that were not bounded took minutes, or for ever. */
const CPU_MS = 30_000;

const children = new Set<ReturnType<typeof spawn>>();

/** Runs a table in a process of its own. Where one attack ends the process, those after it are not tried. */
async function reportsOf(table: string): Promise<ReadonlyMap<string, CaseReport>> {
  const args = [`--max-old-space-size=${HEAP_MIB}`, '--import', 'tsx', RUNNER, table];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  children.add(child);
  let told = '';
  child.stdout.on('data', (chunk) => (told += String(chunk)));
  await once(child, 'close');
  children.delete(child);
  const lines = told.split('\n').filter((line) => line.startsWith('{"name"'));
  return new Map(lines.map((line) => JSON.parse(line) as CaseReport).map((report) => [report.name, report]));
}

/** Tests every attack of every table in a folder: each is refused as its table says, or comes to nothing. */
export function testTables(folder: string): void {
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  const tables = readdirSync(folder).filter((file) => file.endsWith('.ts') && !NOT_TABLES.includes(file));

  describe.each(tables)('of %s', async (file) => {
    const table = join(folder, file);
    const { CASES } = (await import(table)) as { readonly CASES: readonly HostileCase[] };
    const reports = reportsOf(table);

    it.each(CASES)(
      '$name comes to nothing',
      async ({ name, refused }) => {
        const report = (await reports).get(name);
        expect(report, 'the process ended, or did not come so far').toBeDefined();
        const { error, reached, cpuMs, peakMiB } = report!;
        if (refused === null) expect(error).toBeNull();
        else expect(error).toMatch(refused);
        expect(reached).toEqual([]);
        expect(cpuMs).toBeLessThan(CPU_MS);
        expect(peakMiB).toBeLessThan(PEAK_MIB);
      },
      300_000,
    );
  });
}
