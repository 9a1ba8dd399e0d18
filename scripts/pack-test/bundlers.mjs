/** A program of each door, bundled as users' bundlers do, each file whole by itself. */
import { build as esbuild } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as vite } from 'vite';
import webpack from 'webpack';

/** What each bundler does with `{ name: file }`. A warning is no failure: it may name a peer that is not installed. */
export const BUNDLERS = { esbuild: withEsbuild, vite: withVite, webpack: withWebpack };

/**
 * Bundles a program for each subpath, which counts the subpath's names.
 *
 * @param platform - 'node' or 'browser'.
 * @returns The files, by the subpath's name.
 */
export async function bundleDoors(bundler, platform, names, project) {
  const folder = join(project, `${bundler}-${platform}`);
  mkdirSync(folder);
  const entries = {};
  for (const name of names) {
    const id = name.replaceAll('/', '-');
    entries[id] = join(folder, `${id}.entry.mjs`);
    writeFileSync(entries[id], `import * as room from '${name}';\nexport const names = Object.keys(room).length;\n`);
  }
  await BUNDLERS[bundler]({ platform, entries, project, folder });
  return Object.fromEntries(names.map((name) => [name, join(folder, `${name.replaceAll('/', '-')}.mjs`)]));
}

async function withEsbuild({ platform, entries, project, folder }) {
  // The banner of docs/package.md: tfjs in CommonJS uses `require` and `__dirname`, which ES modules do not have.
  const js = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url), __dirname = import.meta.dirname;`;
  await esbuild({
    entryPoints: entries,
    bundle: true,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    platform,
    absWorkingDir: project,
    logLevel: 'error',
    ...(platform === 'node' && { banner: { js } }),
  });
}

async function withVite({ platform, entries, project, folder }) {
  await vite({
    root: project,
    configFile: false,
    logLevel: 'silent',
    ...(platform === 'node' && { ssr: { noExternal: true } }),
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      ssr: platform === 'node',
      rollupOptions: {
        input: entries,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}

async function withWebpack({ platform, entries, project, folder }) {
  const stats = await new Promise((resolve, reject) => {
    const options = {
      mode: 'production',
      optimization: { minimize: false },
      context: project,
      entry: entries,
      target: platform === 'node' ? 'node20' : 'web',
      output: {
        path: folder,
        filename: '[name].mjs',
        module: true,
        library: { type: 'module' },
        chunkFormat: 'module',
      },
      experiments: { outputModule: true },
    };
    webpack(options, (error, result) => (error ? reject(error) : resolve(result)));
  });
  const { errors } = stats.toJson({ all: false, errors: true });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
}
