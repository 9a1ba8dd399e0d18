/**
 * Builds the page that trains, `site/train`, into `train/` of a static site: its programs, the programs of the tensor library,
 * and Pyodide. It needs the built package (`npm run build -- --modules`).
 */
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(import.meta.url);
const folderOf = (name) => dirname(require.resolve(`${name}/package.json`));

/** What a browser without threads loads of the tensor library, and of Pyodide. */
const TFJS_FILES = ['tfjs-backend-wasm.wasm', 'tfjs-backend-wasm-simd.wasm'];
const PYODIDE_FILES = [
  ...['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json'],
];

/**
 * @param {string} outFolder - The site's folder; the page goes to its `train`, which is replaced.
 * @returns {Promise<string>} The page's folder.
 */
export async function buildPage(outFolder) {
  const source = join(ROOT, 'site/train');
  const out = join(outFolder, 'train');
  rmSync(out, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['page', 'worker'].map((name) => join(source, `${name}.ts`)),
    outdir: out,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    chunkNames: 'chunks/[name]-[hash]',
    logLevel: 'error',
  });
  copy(TFJS_FILES, join(folderOf('@tensorflow/tfjs-backend-wasm'), 'dist'), join(out, 'tfjs'));
  copy(PYODIDE_FILES, folderOf('pyodide'), join(out, 'pyodide'));
  copyFileSync(join(source, 'style.css'), join(out, 'style.css'));
  const html = readFileSync(join(source, 'index.html'), 'utf8').replace('POLICY', policy());
  writeFileSync(join(out, 'index.html'), html);
  return out;
}

/**
 * The page's own files and nothing else. The frame in which Python runs inherits this policy, so it has the frame's script, by its
 * hash, and the addresses of kind `data:` by which the frame starts its workers.
 */
function policy() {
  const hash = createHash('sha256').update(frameScript()).digest('base64');
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}' data:`,
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "worker-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The script of the sandbox's frame, as the built package has it. */
function frameScript() {
  const dist = join(ROOT, 'dist');
  for (const name of readdirSync(dist)) {
    const found =
      name.endsWith('.js') && /"frame\.js":("(?:[^"\\]|\\.)*")/.exec(readFileSync(join(dist, name), 'utf8'));
    if (found) return JSON.parse(found[1]);
  }
  throw new Error("dist: expected the script of the sandbox's frame; run npm run build -- --modules first");
}

function copy(names, from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of names) copyFileSync(join(from, name), join(to, name));
}
