/**
 * Claim: importing a subpath takes at most 0.14 s of CPU beyond what its dependencies take alone.
 *
 *     npx tsx bench/imports.ts TARBALL… [--rounds N]
 *
 * Each tarball is installed in an empty project with the peers that importing a subpath asks for. What a subpath imports of
 * other packages and of Node is noted once; then processes of Node import the subpath, or only that, and take turns.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { benchOptions } from './options.js';

const { values, positionals } = benchOptions({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' } },
});
if (positionals.length === 0) throw new Error('a tarball is needed');
const NAME = 'rstar2-agent';
const PEERS = ['@tensorflow/tfjs-core@4', 'fast-check@4'];

const folders = positionals.map(install);
try {
  const doors = folders.map((folder) => subpaths(folder));
  const titles = positionals.map((tarball) => `${tarball}: alone | of which dependencies | beyond them`);
  console.log(`| import of | ${titles.join(' | ')} |\n|${' --- |'.repeat(1 + 3 * folders.length)}`);
  for (const door of doors[0]!) console.log(`| \`${door}\` | ${measure(door).join(' | ')} |`);
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

function install(tarball: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
  execFileSync('npm', ['install', ...quiet, resolve(tarball), ...PEERS], { cwd: folder });
  const hooks = `export async function resolve(specifier, { parentURL = '' }, next) {
    const found = await next(specifier);
    if (parentURL.includes('/${NAME}/') && !found.url.includes('/${NAME}/')) process._rawDebug('needs ' + specifier);
    return found;
  }`;
  writeFileSync(join(folder, 'hooks.mjs'), hooks);
  const register = `import { register } from 'node:module'; register('./hooks.mjs', import.meta.url);`;
  writeFileSync(join(folder, 'register.mjs'), register);
  return folder;
}

function subpaths(folder: string): string[] {
  const text = readFileSync(join(folder, 'node_modules', NAME, 'package.json'), 'utf8');
  const { exports } = JSON.parse(text) as { readonly exports: object };
  const names = Object.keys(exports).filter((subpath) => !subpath.endsWith('.json'));
  return names.map((subpath) => `${NAME}${subpath.slice(1)}`);
}

/** Medians in seconds of CPU, by tarball. */
function measure(door: string): string[] {
  const needs = folders.map((folder) => needsOf(folder, door));
  const times = folders.map(() => ({ door: [] as number[], needs: [] as number[] }));
  for (let round = 0; round < Number(values.rounds); round++)
    folders.forEach((folder, i) => {
      times[i]!.door.push(cpu(folder, [door]));
      times[i]!.needs.push(cpu(folder, needs[i]!));
    });
  return times.flatMap((of) => {
    const [alone, dependencies] = [median(of.door), median(of.needs)];
    return [alone, dependencies, alone - dependencies].map((seconds) => seconds.toFixed(2));
  });
}

function needsOf(folder: string, door: string): string[] {
  const program = `import '${door}';`;
  const args = ['-c', `node --import ./register.mjs --input-type=module --eval "${program}" 2>&1`];
  const said = execFileSync('sh', args, { cwd: folder, encoding: 'utf8' });
  return [...new Set([...said.matchAll(/^needs (.+)$/gm)].map((match) => match[1]!))];
}

function cpu(folder: string, specifiers: readonly string[]): number {
  const imports = specifiers.map((specifier) => `await import('${specifier}');`).join(' ');
  const program = `${imports} const { user, system } = process.cpuUsage(); console.log(user + system);`;
  const said = execFileSync('node', ['--input-type=module', '--eval', program], { cwd: folder, encoding: 'utf8' });
  return Number(said) / 1e6;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;
}
