/**
 * Runs every case in one setting and prints what did not hold, a line of JSON each; then closes the sandbox and says
 * what is left of it, as seen from outside. It ends by itself, or the test that started it says that it did not.
 *
 * Arguments: the mechanism; the user to become, and the interpreter for that user.
 */
import { createLocalSandbox } from '../../../src/sandbox/index.js';
import { makeCanary } from './canary.js';
import { CASES } from './cases.js';
import { Outside } from './remains.js';
import { AMPLE } from './scene.js';

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
const outside = new Outside();
const sandbox = await createLocalSandbox({
  concurrency: 2,
  python,
  mechanisms: [mechanism as 'bubblewrap' | 'unshare' | 'seccomp'],
  isolation: partial ? 'auto' : 'full',
  limits: AMPLE,
});
outside.settle();
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
  print({ name, found: [...found, ...(await outside.leftByCalls(1))] });
}
await sandbox.close();
print({ name: 'left', found: await outside.leftBySandboxes() });
