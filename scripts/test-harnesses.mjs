/**
 * Runs Claude Code, Codex and Python's `openai` and `anthropic` as they are against the gateway, before a policy that plays a script:
 * `npm run test:harnesses`. A part of their names picks some (`-- codex`). They cannot reach the network: where the system lets a program have a network of its own
 * they have one with loopback alone, and their proxies are dead everywhere.
 *
 * Everything lies in node_modules/.cache/rstar2-harnesses (1 GB); what is there already is not installed again.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const CACHE = resolve('node_modules/.cache/rstar2-harnesses');
const NPM = { '@anthropic-ai/claude-code': '2.1.332', '@openai/codex': '0.169.0' };
const PYPI = ['openai==3.57.0', 'anthropic==2.14.0'];

mkdirSync(CACHE, { recursive: true });
once(`npm ${JSON.stringify(NPM)}`, () => {
  writeFileSync(join(CACHE, 'package.json'), JSON.stringify({ private: true, dependencies: NPM }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: CACHE, stdio: 'inherit' });
  // Its program is put in place by a script of the package, which newer versions of npm do not run unasked.
  execFileSync(process.execPath, ['node_modules/@anthropic-ai/claude-code/install.cjs'], {
    cwd: CACHE,
    stdio: 'inherit',
  });
});
once(`pypi ${PYPI.join(' ')}`, () => {
  const python = join(CACHE, 'python');
  execFileSync('python3', ['-m', 'venv', '--clear', python], { stdio: 'inherit' });
  execFileSync(join(python, 'bin/python'), ['-m', 'pip', 'install', '-q', ...PYPI], { stdio: 'inherit' });
});

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'scripts/harness-tests.config.mjs',
  ...process.argv.slice(2),
];
const alone = ['unshare', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
const isAlone = spawnSync(alone[0], [...alone.slice(1), 'true']).status === 0;
console.log(
  isAlone
    ? 'The programs have only the loopback network.'
    : 'The network cannot be removed here; only the proxies are disabled.',
);
const [command, ...args] = [...(isAlone ? alone : []), process.execPath, ...vitest];
const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, RSTAR2_HARNESSES: CACHE } });
process.exitCode = status ?? 1;

/** Does what was not done before to the end. */
function once(name, install) {
  const done = join(CACHE, `${name.replaceAll(/[^\w.=-]+/g, '_')}.done`);
  if (existsSync(done)) return;
  console.log(`installing ${name} …`);
  install();
  writeFileSync(done, '');
}
