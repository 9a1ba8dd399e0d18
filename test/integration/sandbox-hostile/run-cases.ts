/**
 * Runs every case in one setting and prints what did not hold, a line of JSON each; then closes the sandbox and says
 * what is left of it, as seen from outside. It ends by itself, or the test that started it says that it did not.
 *
 * Arguments: the mechanism; the user to become, and the interpreter for that user.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createLocalSandbox } from '../../../src/sandbox/index.js';
import { makeCanary } from './canary.js';
import { CASES } from './cases.js';

/** What came of one case. */
export interface CaseReport {
  readonly name: string;
  /** What did not hold. */
  readonly found: readonly string[];
}

const [mechanism, uid, python = 'python3'] = process.argv.slice(2);
const only = process.env['CASE'];
if (uid !== undefined && uid !== '') {
  process.setgroups!([]);
  process.setgid!(Number(uid));
  process.setuid!(Number(uid));
}
const partial = mechanism === 'seccomp';
const descriptorsBefore = descriptors();
const sandbox = await createLocalSandbox({
  concurrency: 2,
  python,
  mechanisms: [mechanism as 'bubblewrap' | 'unshare' | 'seccomp'],
  isolation: partial ? 'auto' : 'full',
});
const print = (report: CaseReport) => console.log(JSON.stringify(report));
for (const { name, check } of CASES) {
  if (only !== undefined && !name.includes(only)) continue;
  const canary = await makeCanary();
  let found: readonly string[];
  try {
    found = await check({ sandbox, canary, partial });
    const next = await sandbox.run({ code: 'import os\nprint(os.listdir("."))\n6 * 7' });
    if (next.kind !== 'ok' || next.value !== '42' || next.stdout !== '[]\n')
      found = [...found, `the next call: ${JSON.stringify(next)}`];
  } catch (error) {
    found = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  } finally {
    await canary.close();
  }
  print({ name, found });
}
await sandbox.close();
print({ name: 'left', found: leftovers() });

/** Processes that we started, groups and folders of ours, descriptors beyond those we had. */
function leftovers(): string[] {
  const children = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('rstar2_') && line.trim().split(/\s+/)[1] === String(process.pid));
  const mine = new RegExp(`^rstar2-(sandbox-|pipes-)?.*\\b${process.pid}\\b`);
  const folders = readdirSync(tmpdir()).filter((name) => mine.test(name));
  const groups = groupFolders().filter((path) => path.includes(`rstar2-${process.pid}-`));
  const more = descriptors() - descriptorsBefore;
  // Node may keep a descriptor or two of its own for what it has loaded since.
  return [...children, ...folders, ...groups, ...(more > 4 ? [`${more} descriptors more`] : [])];
}

function groupFolders(): string[] {
  const root = '/sys/fs/cgroup';
  if (!existsSync(root)) return [];
  return execFileSync('find', [root, '-maxdepth', '5', '-name', 'rstar2-*'], { encoding: 'utf8' }).split('\n');
}

function descriptors(): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8') !== '';
    } catch {
      return false;
    }
  }).length;
}
