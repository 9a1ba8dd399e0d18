/**
 * `npm run check`: everything that must hold before a change is taken, ending at the first step that fails. It installs
 * nothing; what it lacks it says before it starts.
 */
import { spawn } from 'node:child_process';
import { missingNeeds } from './needs.mjs';

/** Stages in order. The lists of a stage run side by side, each step after the one before it: most steps use one core. */
const STAGES = [
  [['build']],
  [
    ['lint', 'docs:api'],
    ['format:check', 'typecheck', 'test:package'],
  ],
  [['test:unit', 'test:goldens']],
];

const missing = missingNeeds();
if (missing.length > 0) {
  console.error(`The tests need ${missing.map(({ what }) => what).join(', ')}, which this machine does not have.`);
  console.error(`On Debian and Ubuntu \`npm run setup\` installs ${packages(missing)}.`);
  process.exit(2);
}

const seconds = [];
for (const lists of STAGES)
  await Promise.all(
    lists.map(async (steps) => {
      for (const step of steps) await run(step, lists.length > 1);
    }),
  );
console.log(`check: all passed: ${seconds.join(', ')}`);

/** Runs one step and ends the check if it fails. The output of steps that run side by side comes when a step has ended. */
async function run(step, isBesideAnother) {
  const start = performance.now();
  const output = [];
  const status = await new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', step], {
      stdio: isBesideAnother ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    child.on('close', resolve);
    child.on('error', () => resolve(1));
  });
  process.stdout.write(Buffer.concat(output));
  if (status !== 0) {
    console.error(`check: ${step} failed`);
    process.exit(status ?? 1);
  }
  seconds.push(`${step} ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

function packages(needs) {
  return [...new Set(needs.map(({ apt, folder }) => apt ?? `the packages of ${folder}`))].join(', ');
}
