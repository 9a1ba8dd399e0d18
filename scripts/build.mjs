/**
 * Builds the package: src/ file by file into dist/esm and dist/cjs (one module each, so that a class is the same class
 * through every subpath), declarations beside them by tsc, and the files that are not TypeScript.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'tsup';

const ASSETS = /\.(py|wgsl|html|css|json)$/;

const files = readdirDeep('src');
rmSync('dist', { recursive: true, force: true });
for (const format of ['esm', 'cjs']) {
  await build({
    entry: files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
    outDir: `dist/${format}`,
    format,
    bundle: false,
    platform: 'node',
    target: 'node20',
    sourcemap: false,
    silent: true,
    config: false,
    outExtension: () => ({ js: '.js' }),
    esbuildOptions: (options) => {
      options.outbase = 'src';
      // As one text: an object would become a chunk that every file of the package imports.
      options.define = { REWARD_PYTHON: JSON.stringify(JSON.stringify(textsIn('src/reward/python'))) };
      options.logOverride = { 'empty-import-meta': 'silent' };
    },
  });
  writeFileSync(
    `dist/${format}/package.json`,
    JSON.stringify({ type: format === 'esm' ? 'module' : 'commonjs', sideEffects: false, browser: standIns() }),
  );
  for (const file of files.filter((name) => ASSETS.test(name))) {
    const target = join('dist', format, relative('src', file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
  }
}
chmodSync('dist/esm/cli/main.js', 0o755);
execFileSync('npx', ['tsc', '-p', 'tsconfig.build.json', '--outDir', 'dist/esm'], { stdio: 'inherit' });
for (const file of readdirDeep('dist/esm').filter((name) => /\.d\.ts(\.map)?$/.test(name))) {
  cpSync(file, file.replace('dist/esm', 'dist/cjs'));
}
// For editors of recipes.
const { recipeJsonSchema } = await import(pathToFileURL('dist/esm/recipe/index.js').href);
writeFileSync('dist/recipe.schema.json', `${JSON.stringify(recipeJsonSchema(), null, 2)}\n`);

/**
 * What bundlers for browsers take instead of a module that needs Node: `x.browser.ts` beside `x.ts`. The map stands in the
 * package.json nearest to the modules, in the `browser` field that esbuild, webpack, Rollup and Vite read.
 */
function standIns() {
  const modules = files.map((file) => `./${relative('src', file)}`).filter((file) => file.endsWith('.browser.ts'));
  return Object.fromEntries(
    modules.map((file) => [file.replace('.browser.ts', '.js'), file.replace('.browser.ts', '.browser.js')]),
  );
}

/** The files of a folder by their names without an ending, for the stand-ins that cannot read them. */
function textsIn(folder) {
  return Object.fromEntries(
    readdirSync(folder).map((file) => [parse(file).name, readFileSync(join(folder, file), 'utf8')]),
  );
}

/** Every file below a folder, as paths from here. */
function readdirDeep(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
