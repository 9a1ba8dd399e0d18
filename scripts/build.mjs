/**
 * Builds the package in `dist`: modules, declarations, and the files that are neither.
 *
 * `--modules` is for programs that are started and not type-checked: no declarations, and nothing at all where `dist` is
 * current.
 */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isCurrent, remember, sourcesHash } from './build/current.mjs';
import { buildDeclarations } from './build/declarations.mjs';
import { buildModules } from './build/modules.mjs';

const modulesOnly = process.argv.includes('--modules');
if (modulesOnly && isCurrent()) process.exit();

const hash = sourcesHash('.');
const temporary = mkdtempSync(join(tmpdir(), 'rstar2-agent-build-'));
const types = join(temporary, 'types');
try {
  rmSync('dist', { recursive: true, force: true });
  await Promise.all([modulesOnly || compileTypes(), buildModules('dist', join(temporary, 'modules'))]);
  if (!modulesOnly) await buildDeclarations(types, 'dist');
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
chmodSync('dist/cli.js', 0o755);
// What the sandbox's processes run; Python reads it from the disk.
cpSync('src/sandbox/python', 'dist/sandbox-python', { recursive: true });
// For editors of recipes.
const { recipeJsonSchema } = await import(pathToFileURL('dist/recipe.js').href);
writeFileSync('dist/recipe.schema.json', `${JSON.stringify(recipeJsonSchema(), null, 2)}\n`);
remember(hash);

/** Writes a declaration for every file of src. What is wrong with its types `npm run typecheck` says. */
function compileTypes() {
  const tsc = spawn(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', types, '--noCheck'],
    { stdio: 'inherit' },
  );
  return new Promise((resolve, reject) => {
    tsc.on('error', reject);
    tsc.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`tsc ended with ${code}`))));
  });
}
