/** `npm run setup`: installs what the tests need and this machine lacks, on Debian and Ubuntu; nothing where all is there. */
import { execFileSync } from 'node:child_process';
import { missingNeeds } from './needs.mjs';

const packages = [...new Set(missingNeeds().map(({ apt }) => apt))];
if (packages.length > 0) {
  apt('update', '-qq');
  apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
}
const missing = missingNeeds().map(({ what }) => what);
if (missing.length > 0)
  throw new Error(`after installing ${packages.join(', ')} there is still no ${missing.join(', ')}`);
console.log(packages.length > 0 ? `installed ${packages.join(', ')}` : 'everything that the tests need is there');

function apt(...args) {
  const command = process.getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', 'apt-get', ...args];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(command[0], command.slice(1), { stdio: 'inherit', env });
}
