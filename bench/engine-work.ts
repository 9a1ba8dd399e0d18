import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import * as tf from '@tensorflow/tfjs-core';
import { crossEntropyBatch } from '../src/index.js';
import { createDecoder, createSampler, createTfjsLearner, selectBackend, type Decoder } from '../src/tfjs/index.js';
import type { BackendName } from '../src/tfjs/backend/index.js';
import { variableFrom } from '../src/tfjs/model/parameters.js';
import { countGpuCalls } from './engine-gpu.js';
import type { EngineAnswer, EngineJob } from './engine-problem.js';

/** One run: everything before `timed` is set up, and not measured. */
type Run = (timed: <T>(work: () => Promise<T>) => Promise<T>) => Promise<number>;

/** Answers every line of the input with what one run of the job took, or with the error that kept it from running. */
export async function workEngine(file: string): Promise<void> {
  let next: (() => Promise<EngineAnswer>) | undefined;
  const asked = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  while ((await asked.next()).done !== true) {
    let answer: EngineAnswer | { readonly error: string };
    try {
      next ??= await prepare(JSON.parse(readFileSync(file, 'utf8')) as EngineJob);
      answer = await next();
    } catch (error) {
      answer = { error: (error as Error).message };
    }
    console.log(JSON.stringify(answer));
  }
  process.exit(0);
}

async function prepare(job: EngineJob): Promise<() => Promise<EngineAnswer>> {
  const { reason: about } = await selectBackend({ backend: job.engine as BackendName });
  const counts = job.engine === 'webgpu' ? countGpuCalls() : undefined;
  const run = runOf(modelOf(job), job);
  return async () => {
    let took: Pick<EngineAnswer, 'seconds' | 'cpuSeconds' | 'gpu'>;
    const check = await run(async (work) => {
      counts?.();
      const before = process.cpuUsage();
      const start = performance.now();
      const result = await work();
      const seconds = (performance.now() - start) / 1e3;
      const { user, system } = process.cpuUsage(before);
      took = { seconds, cpuSeconds: (user + system) / 1e6, ...(counts && { gpu: counts() }) };
      return result;
    });
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    const { numBytesInGPU: deviceBytes } = tf.memory() as { readonly numBytesInGPU?: number };
    return { ...took!, peakBytes, check, about, ...(deviceBytes !== undefined && { deviceBytes }) };
  };
}

/** The list of numbers that all parameters are cut from; engine-peer.py makes the same. */
function noise(): Float64Array {
  const values = new Float64Array(1_048_583);
  let state = 1;
  for (let i = 0; i < values.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    values[i] = state / 2 ** 31 - 1;
  }
  return values;
}

function modelOf({ config, parameters }: EngineJob): Decoder {
  const list = noise();
  const scaled = new Float32Array(list.length);
  const variables = parameters.map(({ name, shape, initial, start }) => {
    const values = new Float32Array(shape.reduce((product, extent) => product * extent, 1));
    if ('value' in initial) values.fill(initial.value);
    else {
      const scale = Math.sqrt(3) * initial.deviation;
      for (let i = 0; i < list.length; i++) scaled[i] = list[i]! * scale;
      for (let at = 0, from = start % list.length; at < values.length; from = 0) {
        const piece = scaled.subarray(from, from + values.length - at);
        values.set(piece, at);
        at += piece.length;
      }
    }
    return [name, variableFrom(values, shape)] as const;
  });
  return createDecoder(config, { parameters: new Map(variables) });
}

function runOf(model: Decoder, { work, tokens }: EngineJob): Run {
  const prompts = tokens.map((sequence) => Int32Array.from(sequence));
  switch (work.kind) {
    case 'prefill':
      return (timed) => generating(model, (generate) => timed(() => generate(prompts, 1)));
    case 'decode':
      return (timed) =>
        generating(model, async (generate) => {
          const first = await generate(prompts, 1);
          const begun = prompts.map((prompt, row) => Int32Array.of(...prompt, ...first[row]!.tokens));
          return timed(() => generate(begun, work.drawn));
        });
    case 'train':
      return training(model, prompts, work.rank);
  }
}

type Generations = readonly { readonly tokens: Int32Array; readonly logprobs: Float32Array }[];
type Generate = (prompts: readonly Int32Array[], maxTokens: number) => Promise<Generations>;

/** Each run has a sampler of its own: it finds no prompt read in. @returns The mean logprob of what was drawn. */
async function generating(model: Decoder, run: (generate: Generate) => Promise<Generations>): Promise<number> {
  const sampler = createSampler(model);
  const drawn = await run((prompts, maxTokens) =>
    Promise.all(
      prompts.map((tokens, row) =>
        sampler.generate({ tokens, sessionId: `${row}`, sampling: { temperature: 0, maxTokens, stopTokens: [] } }),
      ),
    ),
  );
  await sampler.close();
  const logprobs = drawn.flatMap((generation) => [...generation.logprobs]);
  return logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length;
}

/** @returns A step of the mean negative logprob of all tokens but the first of each sequence; gives the loss. */
function training(model: Decoder, sequences: readonly Int32Array[], rank: number): Run {
  const learner = createTfjsLearner({
    model,
    ...(rank > 0 && { lora: { rank } }),
    optimizer: { learningRate: 1e-5 },
    schedule: { kind: 'constant' },
  });
  const length = sequences[0]!.length;
  const tokens = Int32Array.from(sequences.flatMap((sequence) => [...sequence]));
  const counted = Float32Array.from(tokens, (_, t) => (t % length === 0 ? 0 : 1));
  const batch = crossEntropyBatch({
    tokens,
    offsets: Int32Array.from({ length: sequences.length + 1 }, (_, s) => s * length),
    weights: counted.map((one) => one / (sequences.length * (length - 1))),
    responseMask: counted,
  });
  return (timed) =>
    timed(async () => {
      const { loss } = await learner.forwardBackward(batch, { kind: 'cross-entropy' });
      await learner.optimizerStep();
      return loss;
    });
}
