/**
 * The code of the package: one file a door, what doors share in chunks, so that a class is the same class through every
 * door. What is else in a browser (`x.browser.ts` beside `x.ts`) is one pair of files a room, which the `imports` of
 * package.json choose between; what threads and processes run are entries of their own.
 */
import { build } from 'esbuild';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, posix, relative, resolve } from 'node:path';
import { PROGRAMS, doorFiles, standIns } from '../layout.mjs';
import { markPure } from './mark-pure.mjs';
import { markOptional } from './optional-imports.mjs';

/** Modules whose texts lie in a folder of src, and are in the build: a bundle has no folder beside it. */
const TEXTS = {
  'src/reward/internal/unit-tests/python-files.ts': 'src/reward/python',
  'src/report/internal/page/page-parts.ts': 'src/report/internal/page/parts',
};

/** Writes the modules to a folder. */
export async function buildModules(folder) {
  const rooms = standIns();
  const { outputFiles } = await build({
    entryPoints: { ...doorFiles(), ...PROGRAMS, ...sidesOf(rooms) },
    outdir: folder,
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    chunkNames: 'chunk-[hash]',
    logLevel: 'warning',
    plugins: [sides(rooms), texts, zodByVersion],
  });
  mkdirSync(folder, { recursive: true });
  const files = outputFiles.map(({ path, text }) => ({ name: basename(path), text: withoutOrder(text) }));
  const detours = new Map(files.flatMap(({ name, text }) => detourOf(name, text)));
  const direct = (text) => text.replace(/import\("\.\/(chunk-\w+\.js)"\)/g, (all, name) => detours.get(name) ?? all);
  for (const { name, text } of files)
    if (text !== '' && !detours.has(name)) writeFileSync(join(folder, name), markPure(markOptional(direct(text))));
}

/** A chunk that only hands on the names of another, which can be imported in its place. */
function detourOf(name, text) {
  const [, target] = /^import \{[\s\w,]+\} from "(\.\/chunk-\w+\.js)";\nexport \{[\s\w,]+\};\n$/.exec(text) ?? [];
  return target !== undefined && name.startsWith('chunk-') ? [[name, `import("${target}")`]] : [];
}

/** An import without names is there for the order in which modules are loaded, and none of ours does anything then. */
function withoutOrder(text) {
  return text.replace(/^import "[^"]+";\n/gm, '');
}

/** `{ 'io.node': 'side:io.node', 'io.browser': 'side:io.browser', … }` */
function sidesOf(rooms) {
  return Object.fromEntries(
    Object.keys(rooms).flatMap((room) =>
      ['node', 'browser'].map((side) => [`${room}.${side}`, `side:${room}.${side}`]),
    ),
  );
}

/** An import of a module with a stand-in becomes an import of its room's side, `#io`. */
function sides(rooms) {
  return {
    name: 'sides',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^side:/ }, ({ path }) => ({ path, namespace: 'side' }));
      onLoad({ filter: /./, namespace: 'side' }, ({ path }) => {
        const [, room, side] = /^side:(\w+)\.(\w+)$/.exec(path);
        const files = rooms[room].map((file) => (side === 'node' ? file : file.replace(/\.ts$/, '.browser.ts')));
        return { contents: files.map((file) => `export * from './${file}';`).join('\n'), resolveDir: '.' };
      });
      onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, namespace }) => {
        const file = posix.relative(process.cwd(), resolve(resolveDir, path)).replace(/\.js$/, '.ts');
        const room = Object.keys(rooms).find((name) => rooms[name].includes(file));
        return namespace === 'side' || room === undefined
          ? undefined
          : { path: `#${room}`, external: true, sideEffects: false };
      });
    },
  };
}

/** Puts the texts of folders in place of the modules that read them. */
const texts = {
  name: 'texts',
  setup({ onLoad }) {
    for (const [file, folder] of Object.entries(TEXTS))
      onLoad({ filter: new RegExp(`${basename(file)}$`) }, ({ path }) => {
        if (relative('.', path) !== file) return undefined;
        const entries = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
        const contents = `const TEXTS = ${JSON.stringify(Object.fromEntries(entries))};
export const readText = (name) => TEXTS[name];`;
        return { contents };
      });
  },
};

/**
 * zod by the names by which the SDK of MCP imports it: esbuild, where it bundles both without `splitting`, starts only those
 * of zod's modules that are imported under one name by all.
 */
const ZOD = { zod: 'zod/v4', 'zod/mini': 'zod/v4-mini' };
const zodByVersion = {
  name: 'zod-by-version',
  setup({ onResolve }) {
    onResolve({ filter: /^zod(\/mini)?$/ }, ({ path }) => ({ path: ZOD[path], external: true }));
  },
};
