/**
 * `npm run setup`: installs what the tests need and this machine lacks, on Debian and Ubuntu, and the client libraries of
 * test/clients; nothing where all is there.
 */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { missingNeeds } from './needs.mjs';

const needs = missingNeeds();
const packages = [...new Set(needs.flatMap(({ apt = [] }) => apt))];
const folders = needs.flatMap(({ folder = [] }) => folder);
if (packages.length > 0) {
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
// Some of the libraries want a newer Node than the oldest that this package runs on, and run on that one as well: npm warns of it.
for (const folder of folders)
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: resolve(import.meta.dirname, '..', folder),
    stdio: 'inherit',
  });
const installed = [...packages, ...folders].join(', ');
const missing = missingNeeds().map(({ what }) => what);
if (missing.length > 0) throw new Error(`after installing ${installed} these are still missing: ${missing.join(', ')}`);
console.log(installed !== '' ? `installed ${installed}` : 'everything that the tests need is installed');

function apt(...args) {
  const command = process.getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', 'apt-get', ...args];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(command[0], command.slice(1), { stdio: 'inherit', env });
}
