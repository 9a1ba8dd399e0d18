/**
 * `npm run check`: everything that must hold before a change is taken, in order, ending at the first that fails. It installs
 * nothing; what it lacks it says before it starts.
 */
import { spawnSync } from 'node:child_process';
import { missingNeeds } from './needs.mjs';

const STEPS = ['format:check', 'build', 'lint', 'typecheck', 'docs:api', 'test:package', 'test:unit', 'test:goldens'];

const missing = missingNeeds();
if (missing.length > 0) {
  console.error(`The tests need ${missing.map(({ what }) => what).join(', ')}, which this machine lacks.`);
  console.error(`On Debian and Ubuntu \`npm run setup\` installs ${packages(missing)}.`);
  process.exit(2);
}

const seconds = STEPS.map((step) => {
  const start = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', step], { stdio: 'inherit' });
  if (status === 0) return `${step} ${((performance.now() - start) / 1000).toFixed(0)} s`;
  console.error(`check: ${step} failed`);
  process.exit(status ?? 1);
});
console.log(`check: all passed: ${seconds.join(', ')}`);

function packages(needs) {
  return [...new Set(needs.map(({ apt }) => apt))].join(', ');
}
