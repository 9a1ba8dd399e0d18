// Runs the cases of one table, one after the other, and prints a line before and after each: `run-cases.ts FILE [FROM [NAME]]`.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModelFileError, PolicyError } from '../../../src/base/index.js';
import type { CaseReport, HostileCase } from './hostile-case.js';

const [table = '', from = '0', only] = process.argv.slice(2);
const { CASES } = (await import(pathToFileURL(resolve(table)).href)) as { readonly CASES: readonly HostileCase[] };
void [ModelFileError, PolicyError];

const reached: string[] = [];
const strange = globalThis as { [name: string]: unknown };
/** What an attack would call, were it to reach the globals. */
strange['hostile'] = () => reached.push('a global function');
const before =
  Object.getOwnPropertyNames(Object.prototype).length + Object.getOwnPropertyNames(Function.prototype).length;

const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

for (const { name, attempt } of CASES.slice(Number(from))) {
  if (only !== undefined && !name.includes(only)) continue;
  say({ begins: name });
  const start = process.cpuUsage();
  let error: string | null = null;
  try {
    await attempt();
  } catch (thrown) {
    error =
      thrown instanceof Error ? `${thrown.name}: ${thrown.message.slice(0, 2000)}` : `no error: ${String(thrown)}`;
  }
  const { user, system } = process.cpuUsage(start);
  const after =
    Object.getOwnPropertyNames(Object.prototype).length + Object.getOwnPropertyNames(Function.prototype).length;
  if (after !== before || 'polluted' in {}) reached.push('a prototype');
  const report: CaseReport = {
    name,
    error,
    cpuMs: Math.round((user + system) / 1000),
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    reached: reached.splice(0),
  };
  say(report);
}
process.exit(0);
