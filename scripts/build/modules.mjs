/**
 * The code of the package: a file a door, and a file for each room of what its doors give out, so that a class is the same
 * class through every door. What is else in a browser (`x.browser.ts` beside `x.ts`) is one pair of files a room, which the
 * `imports` of package.json choose between; what threads and processes run are files of their own.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import * as esbuild from 'esbuild';
import { rollup } from 'rollup';
import { build } from 'tsup';
import { ALONE, PROGRAMS, PURE, doorFiles, standIns } from '../layout.mjs';
import { markPure } from './mark-pure.mjs';
import { markOptional } from './optional-imports.mjs';

/** Modules that read texts from a folder of src; in the build they have them, for a bundle has no folder beside it. */
const TEXTS = {
  'src/reward/internal/unit-tests/python-files.ts': 'src/reward/python',
  'src/report/internal/page/page-parts.ts': 'src/report/internal/page/parts',
};
/** The module with what a page gives to its frame and workers: whole programs, and modules of Python. */
const PROGRAM_TEXTS = {
  module: 'src/sandbox/wasm/internal/page/program-texts.ts',
  programs: 'src/sandbox/wasm/internal/program',
  python: 'src/sandbox/python',
  names: ['frame.js', 'worker.js', 'rstar2_asyncio.py', 'rstar2_cell.py', 'rstar2_wasm.py'],
};
/**
 * zod by the names by which the SDK of MCP imports it: esbuild, where it bundles both without `splitting`, starts only those
 * of zod's modules that all import by one name.
 */
const ZOD = { zod: 'zod/v4', 'zod/mini': 'zod/v4-mini' };

/**
 * Compiles every file of src with tsup, then puts the files of a room together with Rollup: tsup's own chunks follow what
 * imports what, so that their number changes with every import.
 *
 * @param folder - Where the package's modules go.
 * @param compiled - An empty folder for what tsup writes.
 */
export async function buildModules(folder, compiled) {
  await compile(compiled);
  const rooms = standIns();
  const entries = { ...doorFiles(), ...PROGRAMS };
  const bundle = await rollup({
    input: { ...entries, ...sidesOf(rooms) },
    treeshake: false,
    plugins: [sources(rooms, compiled)],
    onwarn: ({ code, message }) => {
      throw new Error(`${code}: ${message}`);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: ({ name, moduleIds }) =>
      `${name.startsWith('room-') ? '' : `${roomOf(moduleIds.at(-1))}-`}${name}.js`,
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    // Else a door that two rooms open lies in the file of the first of them.
    onlyExplicitManualChunks: true,
    manualChunks: chunksOf(Object.values(entries)),
    plugins: [{ name: 'for-bundlers', renderChunk: (code) => markPure(markOptional(withoutOrder(code))) }],
  });
  await bundle.close();
}

async function compile(outDir) {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => posix.join('src', file));
  await build({
    entry: files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
    outDir,
    format: 'esm',
    bundle: false,
    target: 'node20',
    silent: true,
    config: false,
    outExtension: () => ({ js: '.js' }),
    esbuildOptions: (options) => {
      options.outbase = 'src';
      // tsup compiles for Node; a page that has a module in its text must not end at a `</script>` in it.
      options.platform = 'browser';
    },
  });
}

/** `{ 'io.node': 'side:io.node', 'io.browser': 'side:io.browser', … }` */
function sidesOf(rooms) {
  const names = Object.keys(rooms).flatMap((room) => [`${room}.node`, `${room}.browser`]);
  return Object.fromEntries(names.map((name) => [name, `side:${name}`]));
}

/** Finds modules by their paths from here. An import of one with a stand-in becomes an import of its room's side, `#io`. */
function sources(rooms, compiled) {
  return {
    name: 'sources',
    resolveId(specifier, importer) {
      if (importer === undefined) return specifier;
      if (!specifier.startsWith('.')) return { id: ZOD[specifier] ?? specifier, external: true };
      const file = posix.join(importer.startsWith('side:') ? '' : posix.dirname(importer), specifier);
      const path = existsSync(file) ? file : file.replace(/\.js$/, '.ts');
      const room = Object.keys(rooms).find((name) => rooms[name].includes(path));
      return room === undefined || importer.startsWith('side:') ? path : { id: `#${room}`, external: true };
    },
    load(id) {
      if (id.startsWith('side:')) return sideOf(id, rooms);
      if (TEXTS[id] !== undefined) return textsOf(TEXTS[id]);
      if (id === PROGRAM_TEXTS.module) return programTexts(PROGRAM_TEXTS);
      return readFileSync(join(compiled, relative('src', id).replace(/\.ts$/, '.js')), 'utf8');
    },
  };
}

function sideOf(id, rooms) {
  const [, room, side] = /^side:(\w+)\.(\w+)$/.exec(id);
  const files = rooms[room].map((file) => (side === 'node' ? file : file.replace(/\.ts$/, '.browser.ts')));
  return files.map((file) => `export * from './${file}';`).join('\n');
}

function textsOf(folder) {
  const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  return moduleOf('readText', texts);
}

function programTexts({ programs, python, names }) {
  const options = { bundle: true, minify: true, write: false, platform: 'browser', target: 'es2022' };
  const textOf = (name) =>
    name.endsWith('.py')
      ? readFileSync(join(python, name), 'utf8')
      : esbuild.buildSync({ ...options, entryPoints: [join(programs, name.replace('.js', '.ts'))] }).outputFiles[0]
          .text;
  return moduleOf(
    'programText',
    names.map((name) => [name, textOf(name)]),
  );
}

function moduleOf(name, texts) {
  return `const TEXTS = ${JSON.stringify(Object.fromEntries(texts))};\nexport const ${name} = (name) => TEXTS[name];\n`;
}

/**
 * A file a room, and another of what its own sides import as well, which so import nothing that imports them. What is loaded
 * when it is asked for, or by one side alone, stays where it is. `some`: what the sides of a room import; `both`: what each of them does.
 *
 * @param entries - Modules that keep their own files.
 */
function chunksOf(entries) {
  let common;
  const ofSides = {};
  return (id, { getModuleIds, getModuleInfo }) => {
    common ??= reachable(entries, getModuleInfo);
    const room = roomOf(id);
    if (ALONE.some((program) => id.startsWith(program))) return undefined;
    const side = (name) => reachable([`side:${room}.${name}`], getModuleInfo);
    if (!(room in ofSides)) {
      const [node, browser] = hasSides(room, getModuleIds) ? [side('node'), side('browser')] : [new Set(), new Set()];
      ofSides[room] = {
        some: new Set([...node, ...browser]),
        both: new Set([...node].filter((one) => browser.has(one))),
      };
    }
    const { some, both } = ofSides[room];
    if (both.has(id)) return `room-${room}-base`;
    if (!common.has(id) || entries.includes(id) || ['cli', 'testing'].includes(room)) return undefined;
    const isPart = room === '' || (PURE.includes(room) && room !== 'verify' && room !== 'base');
    return `room-${isPart ? 'pure' : room}${some.has(id) ? '-base' : ''}`;
  };
}

function hasSides(room, getModuleIds) {
  return [...getModuleIds()].includes(`side:${room}.node`);
}

/** `src/rollout/agent-loop.ts` is in `rollout`, `src/index.ts` in ''. */
function roomOf(file) {
  const [, room, ...rest] = file.split('/');
  return rest.length === 0 ? '' : room;
}

/** What these modules import, and what that imports. */
function reachable(from, getModuleInfo) {
  const found = new Set(from);
  for (const id of found) getModuleInfo(id)?.importedIds.forEach((imported) => found.add(imported));
  return found;
}

/** An import without names is there for the order in which modules are loaded, and none of ours does anything then. */
function withoutOrder(text) {
  return text.replace(/^import '[^']+';\n/gm, '');
}
