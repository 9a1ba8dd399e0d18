/**
 * Claim: the in-process engine reads prompts, draws tokens and trains at a known distance from torch and from the machine's limit.
 *
 * Qwen3-shaped decoders with the same random weights on both sides: transformers (sdpa, KV cache, inference mode) and peft in float32,
 * and ours on one backend or several. Each kind of work runs in a process of its own, and the contestants take turns. CPU time is that of
 * the process, user and system, over all its threads; torch has `--threads` (default 1). Losses and logprobs of both sides
 * must agree. The limit is the longer of two times that torch needs on the same threads: for as many operations as the work's matrix
 * products have, at the speed of one large product, and for reading the weights and caches, at the speed of a large matrix-vector product.
 *
 *     PYTHON=venv/bin/python npx tsx bench/engine.ts --backend wasm --models 28m --rows prefill,decode --runs 3
 *
 * Backends are named as for `selectBackend`, joined by commas (`node` is TensorFlow; RSTAR2_NATIVE names its folder if `test:native` has
 * built it; TF_NUM_INTRAOP_THREADS sets its threads). `--device cuda --dtypes float32,bfloat16` are torch's. `--rows` takes prefill, decode
 * and train. Without PYTHON's torch, transformers and peft only ours is measured. `--quick` is a smoke test in small. `--out FILE` writes JSON after each kind of work; the
 * guide is written only when everything was run.
 */
import { writeFileSync } from 'node:fs';
import { compare, deviceSpeed, type Contestant, type Failure, type Result } from './engine-compare.js';
import type { DeviceSpeed } from './engine-limit.js';
import { MODELS, worksOf, type Work } from './engine-problem.js';
import { describeMachine, median } from './harness.js';
import { benchOptions } from './options.js';
import { aligned, writeTable } from './table.js';

const HEAD = ['', 'tokens per CPU second', 'CPU ms a token', 'ms a token', 'limit, ms', 'peak, MB'];
const GPU_HEAD = ['', 'dispatches', 'submits', 'bytes read', 'bytes written'];

const ALL_MODELS = 'demo,28m,135m';
const ALL_ROWS = 'prefill,decode,train';

const { values: flags } = benchOptions({
  options: {
    backend: { type: 'string', default: 'wasm' },
    models: { type: 'string' },
    rows: { type: 'string', default: ALL_ROWS },
    runs: { type: 'string' },
    threads: { type: 'string', default: '1' },
    device: { type: 'string', default: 'cpu' },
    dtypes: { type: 'string', default: 'float32' },
    seconds: { type: 'string', default: '600' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    worker: { type: 'string' },
  },
});

if (flags.worker === undefined) await run();
else await (await import('./engine-work.js')).workEngine(flags.worker);

async function run(): Promise<void> {
  const models = (flags.models ?? (flags.quick ? 'demo' : ALL_MODELS)).split(',').map((name) => {
    const config = MODELS[name];
    if (config === undefined) throw new RangeError(`--models: expected ${Object.keys(MODELS).join(', ')}, got ${name}`);
    return [name, config] as const;
  });
  const rows = flags.rows.split(',');
  const works = worksOf(flags.quick).filter(({ kind }) => rows.includes(kind));
  if (works.length === 0) throw new RangeError(`--rows: expected some of ${ALL_ROWS}, got ${flags.rows}`);
  const contestants = [...torchContestants(), ...ownContestants()];
  const [threads, limitSeconds] = [Number(flags.threads), Number(flags.seconds)];
  const speeds = new Map<string, DeviceSpeed>();
  for (const contestant of contestants.filter(({ isTorch }) => isTorch)) {
    const speed = await deviceSpeed(contestant, { threads, limitSeconds });
    if (speed === undefined) continue;
    speeds.set(contestant.dtype, speed);
    const [operations, bytes] = [speed.operationsPerSecond / 1e9, speed.bytesPerSecond / 1e9].map(short);
    console.log(`limit, ${contestant.dtype}: ${operations} GFLOP/s, ${bytes} GB/s`);
  }

  const found: (Result | Failure)[] = [];
  const data = () => ({ machine: describeMachine(), threads, speeds: Object.fromEntries(speeds), found });
  const runs = Number(flags.runs ?? (flags.quick ? 1 : 3));
  for (const model of models)
    for (const work of works) {
      const results = await compare(model, work, { contestants, threads, runs, limitSeconds, speeds });
      found.push(...results);
      for (const result of results) console.log(rowOf(result).join('  '));
      if (flags.out !== undefined) writeFileSync(flags.out, `${JSON.stringify(data(), null, 2)}\n`);
    }
  console.log();
  report(found, works, data());
}

function torchContestants(): readonly Contestant[] {
  return flags.dtypes.split(',').map((dtype) => {
    if (dtype !== 'float32' && dtype !== 'bfloat16')
      throw new RangeError(`--dtypes: expected float32 or bfloat16, got ${dtype}`);
    const name = dtype === 'float32' ? 'torch' : `torch, ${dtype}`;
    return { name, isTorch: true, engine: flags.device, dtype };
  });
}

function ownContestants(): readonly Contestant[] {
  return flags.backend.split(',').map((name) => {
    const engine = name === 'tensorflow' ? 'node' : name;
    return { name: engine, isTorch: false, engine, dtype: 'float32' };
  });
}

function report(found: readonly (Result | Failure)[], works: readonly Work[], data: object): void {
  const rows = found.map(rowOf);
  const isWhole =
    !flags.quick && flags.out === undefined && flags.models === undefined && works.length === worksOf(false).length;
  if (isWhole) writeTable({ name: 'engine', guide: 'docs/models.md', head: HEAD, rows, data });
  else console.log(aligned([HEAD, ...rows]).join('\n'));

  const calls = found.flatMap((result) => ('failed' in result ? [] : gpuRow(result)));
  if (calls.length > 0) console.log(`\nWebGPU, a token:\n\n${aligned([GPU_HEAD, ...calls]).join('\n')}`);
  const failures = found.filter((result) => 'failed' in result);
  for (const { model, work, contestant, failed } of failures)
    console.log(`\n${model}, ${work}, ${contestant}: ${failed}`);
  if (failures.length > 0) process.exitCode = 1;
}

function rowOf(result: Result | Failure): string[] {
  const name = `${result.model}, ${result.work}: ${result.contestant}`;
  if ('failed' in result) return [name, '–', '–', '–', '–', '–'];
  const { cpuMs, wallMs, limitMs, peakBytes } = result;
  const limit = limitMs === undefined ? '' : short(limitMs);
  return [name, short(1e3 / cpuMs), short(cpuMs), short(wallMs), limit, (peakBytes / 1e6).toFixed(0)];
}

function gpuRow({ model, work, contestant, tokens, runs }: Result): string[][] {
  const counts = runs.flatMap(({ gpu }) => (gpu === undefined ? [] : [gpu]));
  if (counts.length === 0) return [];
  const perToken = (key: keyof (typeof counts)[number]) => short(median(counts.map((count) => count[key])) / tokens);
  const cells = (['dispatches', 'submits', 'readBytes', 'writtenBytes'] as const).map(perToken);
  return [[`${model}, ${work}: ${contestant}`, ...cells]];
}

/** Three digits, or all of a whole number. */
function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
