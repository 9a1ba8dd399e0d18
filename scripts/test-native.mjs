/**
 * Runs the tests of kernel, losses, model, sampler and learner on TensorFlow's C library: `npm run test:native`. The
 * checkout stays as it was. `-- --bench` measures the kernel instead and writes the table of docs/kernel.md;
 * `-- --bench --quick` makes that small and writes nothing.
 */
import { spawnSync } from 'node:child_process';
import { buildNativeBackend, NotPossibleHere } from './native-backend.mjs';

let addon;
try {
  addon = buildNativeBackend();
} catch (error) {
  if (!(error instanceof NotPossibleHere)) throw error;
  console.error(`The native backend cannot be built here, so nothing was tested: ${error.message}`);
  process.exit(2);
}

if (!process.argv.includes('--bench')) {
  run('npx', ['vitest', 'run', '--config', 'scripts/native-tests.config.mjs']);
} else {
  const quick = process.argv.includes('--quick') ? ['--quick'] : [];
  run('npx', ['tsx', '--import', './scripts/native-resolve.mjs', 'bench/kernel.ts', '--backend', 'node', ...quick]);
}

function run(command, args) {
  const env = { ...process.env, RSTAR2_NATIVE: addon, TF_CPP_MIN_LOG_LEVEL: '2' };
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
