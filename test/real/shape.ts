/**
 * Measures the shape of Qwen3-0.6B with random weights: see `npm run test:real -- shape`. Each part runs in a process of its
 * own, so that the memory it prints is its own.
 *
 *   shape.ts make FOLDER BACKEND     draws the weights and writes them as BF16 shards, unless they are there
 *   shape.ts load|generate|train FOLDER BACKEND
 */
import { existsSync, rmSync } from 'node:fs';
import * as tf from '@tensorflow/tfjs-core';
import { crossEntropyBatch } from '../../src/index.js';
import {
  createDecoder,
  createTfjsLearner,
  loadModel,
  QWEN3_0_6B,
  saveModel,
  selectBackend,
} from '../../src/tfjs/index.js';
import type { BackendName } from '../../src/tfjs/backend/index.js';
import { decodeSpeed, peakMemory, speedOf, timed } from './measure.js';

const [part, folder, backend] = process.argv.slice(2) as ['make' | 'load' | 'generate' | 'train', string, BackendName];
const SEQUENCES = 4;
const TOKENS = 256;

async function make() {
  if (existsSync(folder)) return {};
  const [model, initialize] = await timed(() => Promise.resolve(createDecoder(QWEN3_0_6B, { seed: 'shape' })));
  const [, save] = await timed(() => saveModel(folder, model, { dtype: 'BF16', maxShardBytes: 5e8 }));
  return { 'initialize, s': initialize.seconds, 'save as BF16, s': save.seconds };
}

async function load() {
  const before = process.memoryUsage().rss;
  const [model, took] = await timed(() => loadModel(folder));
  return {
    'parameters, million': model.parameterCount / 1e6,
    'load, s': took.seconds,
    'load, s of one core': took.coreSeconds,
    'peak of loading, times the weights': (peakMemory() - before) / (4 * model.parameterCount),
  };
}

async function generate() {
  const model = await loadModel(folder);
  await decodeSpeed(model, 1, 2);
  const [one, sixteen] = [await decodeSpeed(model, 1, 32), await decodeSpeed(model, 16, 16)];
  return {
    'decode, tokens/s': one.perSecond,
    'decode, tokens a second of one core': one.perCoreSecond,
    'decode sixteen, tokens/s': sixteen.perSecond,
    'decode sixteen, tokens a second of one core': sixteen.perCoreSecond,
    'peak, GB': peakMemory() / 1e9,
  };
}

async function train() {
  const model = await loadModel(folder);
  const options = { optimizer: { learningRate: 1e-4 }, schedule: { kind: 'constant' } } as const;
  const learner = createTfjsLearner({ model, lora: { rank: 16 }, ...options });
  const tokens = Int32Array.from({ length: SEQUENCES * TOKENS }, (_, i) => (i * 7919) % QWEN3_0_6B.vocabSize);
  const counted = Float32Array.from(tokens, (_, t) => (t % TOKENS === 0 ? 0 : 1));
  const batch = crossEntropyBatch({
    tokens,
    offsets: Int32Array.from({ length: SEQUENCES + 1 }, (_, s) => s * TOKENS),
    weights: counted.map((one) => one / (SEQUENCES * (TOKENS - 1))),
    responseMask: counted,
  });
  const step = async (of = learner) => {
    await of.forwardBackward(batch, { kind: 'cross-entropy' });
    await of.optimizerStep();
  };
  const product = await productSpeed();
  await step();
  const speed = speedOf(tokens.length, (await timed(() => step()))[1]);
  const measured = {
    'product [1024, 1024] × [1024, 3072], GFLOP/s': product.perSecond / 1e9,
    'product, GFLOP a second of one core': product.perCoreSecond / 1e9,
    'LoRA, tokens/s': speed.perSecond,
    'LoRA, tokens a second of one core': speed.perCoreSecond,
    'LoRA, GFLOP/s': (speed.perSecond * operationsPerToken()) / 1e9,
    'LoRA, GFLOP a second of one core': (speed.perCoreSecond * operationsPerToken()) / 1e9,
    'peak, GB': peakMemory() / 1e9,
  };
  const checkpoint = `${folder}-checkpoint`;
  const [, save] = await timed(() => learner.saveCheckpoint(checkpoint));
  await step();
  const expected = await learner.logprobs(batch);
  await learner.close();
  const resumed = createTfjsLearner({ model, lora: { rank: 16 }, ...options });
  const [, restore] = await timed(() => resumed.loadCheckpoint(checkpoint));
  await step(resumed);
  const got = await resumed.logprobs(batch);
  rmSync(checkpoint, { recursive: true });
  if (!got.every((logprob, t) => logprob === expected[t])) throw new Error('training went on otherwise');
  return { ...measured, 'save, s': save.seconds, 'load a checkpoint, s': restore.seconds, 'goes on bit for bit': 1 };
}

/** Multiplications and additions of frozen weights: forward, and backward to the inputs; the head is gone through twice. */
function operationsPerToken(): number {
  const { hiddenSize, intermediateSize, numAttentionHeads, numKeyValueHeads, headDim, ...rest } = QWEN3_0_6B;
  const attention = 2 * hiddenSize * headDim * (numAttentionHeads + numKeyValueHeads);
  const layer = attention + 3 * hiddenSize * intermediateSize;
  return 4 * (rest.numHiddenLayers * layer + rest.vocabSize * hiddenSize);
}

/** Operations of the backend's own product, in place of tokens. */
async function productSpeed() {
  const [a, b] = [tf.randomNormal([1024, 1024]), tf.randomNormal([1024, 3072])];
  const multiply = async () => {
    const product = tf.matMul(a, b);
    await product.data();
    product.dispose();
  };
  await multiply();
  const [, took] = await timed(async () => {
    for (let i = 0; i < 20; i++) await multiply();
  });
  tf.dispose([a, b]);
  return speedOf(20 * 2 * 1024 * 1024 * 3072, took);
}

await selectBackend({ backend });
const figures: { readonly [what: string]: number } = await { make, load, generate, train }[part]();
for (const [what, value] of Object.entries(figures)) console.log(`${part}: ${what}: ${Number(value.toPrecision(3))}`);
process.exit(0);
