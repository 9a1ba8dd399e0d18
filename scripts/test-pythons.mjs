/**
 * Runs the sandbox's functional and hostile suites against the interpreters that are named, one after another, and
 * prints a table of the results.
 *
 *     npm run test:pythons -- /usr/bin/python3 ~/.pyenv/versions/3.13.0/bin/python3
 *
 * Programs of root run on the interpreter itself; those of an ordinary user too where others may read it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';

const SUITES = [
  'test/integration/sandbox-hostile.test.ts',
  'test/integration/sandbox-cases.test.ts',
  'test/integration/sandbox-conformance.test.ts',
  'test/unit/sandbox/local',
  'test/unit/sandbox/python',
];
const ROOT = resolve(import.meta.dirname, '..');

const interpreters = process.argv.slice(2);
if (interpreters.length === 0) {
  console.error('usage: npm run test:pythons -- PYTHON…');
  process.exit(2);
}

let failed = false;
const rows = interpreters.map((python) => {
  const version = execFileSync(python, ['-c', 'import sys; print(sys.version.split()[0])'], {
    encoding: 'utf8',
  }).trim();
  const { passed, broken, names } = run(python);
  failed ||= broken > 0 || passed === 0;
  for (const name of names) console.error(`${python}: ${name}`);
  return `| ${python} | ${version} | ${readableByOthers(python) ? 'yes' : 'no'} | ${passed} | ${broken} |`;
});
console.log(
  [
    '| interpreter | version | for an ordinary user too | passed | failed |',
    '| --- | --- | --- | --: | --: |',
    ...rows,
  ].join('\n'),
);
process.exitCode = failed ? 1 : 0;

function run(python) {
  const folder = mkdtempSync(join(tmpdir(), 'pythons-'));
  const report = join(folder, 'report.json');
  const env = {
    ...process.env,
    PATH: [dirname(resolve(python)), process.env.PATH].join(delimiter),
    ...(readableByOthers(python) ? { USER_PYTHON: resolve(python) } : {}),
  };
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--reporter=json', `--outputFile=${report}`, ...SUITES];
  spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const names = testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName),
    );
    return { passed: numPassedTests, broken: numTotalTests - numPassedTests, names };
  } catch {
    return { passed: 0, broken: 0, names: ['the suites did not run'] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readableByOthers(path) {
  const bit = statSync(path).isDirectory() ? 0o1 : 0o4;
  if ((statSync(path).mode & bit) === 0) return false;
  return path === '/' || readableByOthers(dirname(resolve(path)));
}
