/**
 * `npm run release`: everything before a version is published. It runs the checks, packs, installs the tarball in an empty
 * folder on every runtime, runs README's first program there, and tags the commit; pushing the tag starts
 * `.github/workflows/release.yml`, which publishes with provenance. `--dry-run` does all but the tag, and says what is missing
 * instead of ending there; `--skip-check` takes the build that is there; `--tag` names the tag that is there already (in the
 * workflow), which must be the version's.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { distTag, readFindings } from './release/findings.mjs';
import { firstProgram } from './release/first-program.mjs';
import { RUNTIMES, installRuntime, packInto } from './runtimes.mjs';

const USAGE = 'Usage: npm run release -- [--dry-run] [--skip-check] [--tag vVERSION]';
const options = {
  'dry-run': { type: 'boolean', default: false },
  'skip-check': { type: 'boolean', default: false },
  tag: { type: 'string' },
};
const { 'dry-run': isDry, 'skip-check': skipsCheck, tag } = readOptions();
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));

const findings = readFindings(tag);
if (findings.length > 0 && !isDry) {
  console.error(`${name} ${version} cannot be released:\n${findings.map((line) => `  ${line}`).join('\n')}`);
  process.exit(1);
}

if (!skipsCheck) execFileSync('npm', ['run', 'check'], { stdio: 'inherit' });
const work = mkdtempSync(join(tmpdir(), 'rstar2-agent-release-'));
try {
  const packed = packInto(work);
  const { code, output } = firstProgram(readFileSync('README.md', 'utf8'));
  for (const runtime of Object.keys(RUNTIMES)) {
    const run = installRuntime(runtime, { work, packages: [packed.path], files: { 'first.mjs': code } });
    const printed = run('first.mjs');
    if (printed !== output) throw new Error(`${runtime}: README's first program printed\n${printed}`);
    console.log(`${runtime}: README's first program prints what README says`);
  }
  const [packedMb, unpackedMb] = [packed.size, packed.unpackedSize].map((bytes) => (bytes / 1e6).toFixed(2));
  console.log(`
${isDry ? 'Would publish' : 'Ready'}: ${name}@${version}, with the tag ${distTag(version)} of npm, public, with provenance
  ${packed.entryCount} files, ${packedMb} MB packed, ${unpackedMb} MB unpacked
  ${packed.integrity}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
if (isDry) {
  console.log(
    findings.length === 0
      ? 'The package is ready for a release.'
      : `Before a release:\n${findings.map((line) => `  ${line}`).join('\n')}`,
  );
} else if (tag === undefined) {
  execFileSync('git', ['tag', '--annotate', `v${version}`, '--message', `${name} ${version}`]);
  console.log(`Tagged v${version}. To publish, run: git push origin v${version}`);
}

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
