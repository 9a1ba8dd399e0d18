/** The runtimes that docs/package.md names, each from npm, and an empty folder in which the package is tried in one of them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const RUNTIMES = {
  'Node 20.19': { npm: 'node@20.19.0', command: ['node_modules/node/bin/node'] },
  'Node 22.12': { npm: 'node@22.12.0', command: ['node_modules/node/bin/node'] },
  'Node 24': { npm: 'node@24', command: ['node_modules/node/bin/node'] },
  Bun: { npm: 'bun', command: ['node_modules/.bin/bun', 'run'] },
  Deno: { npm: 'deno', command: ['node_modules/.bin/deno', 'run', '--allow-all'] },
};

/** Packs the package as it is built, without building. @returns What npm says of the tarball, and its path. */
export function packInto(folder) {
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', ['pack', ...options], { encoding: 'utf8' }));
  return { ...packed, path: join(folder, packed.filename) };
}

/**
 * Installs packages beside a runtime in an empty folder.
 *
 * @param {string} name One of `RUNTIMES`.
 * @param {{ work: string, packages: string[], files: Record<string, string> }} options `work` is where the folder is made.
 * @returns {(file: string) => string} Runs one of the files and gives what it prints.
 */
export function installRuntime(name, { work, packages, files }) {
  const { npm, command } = RUNTIMES[name];
  const folder = join(work, name.replace(' ', '-'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  execFileSync('npm', ['install', ...quiet, npm, ...packages], { cwd: folder });
  const [program, ...args] = command;
  return (file) => execFileSync(join(folder, program), [...args, file], { cwd: folder, encoding: 'utf8' });
}
