import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PackedBatch } from '../../../../../src/base/index.js';
import { createDecoder, createTfjsLearner } from '../../../../../src/tfjs/index.js';
import { useBackend } from '../../backends.js';
import { useDawn } from '../../dawn.js';
import { SMALL } from '../../shapes.js';

const config = { ...SMALL, vocabSize: 31 };
const counted = [0, 0, 1, 1, 0, 0, 0, 1, 1, 1];
const fill = (value: number) => Float32Array.from(counted, (one) => one * value);
const batch: PackedBatch = {
  tokens: Int32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
  offsets: Int32Array.from([0, 4, 10]),
  rollouts: Int32Array.from([0, 1]),
  responseMask: Uint8Array.from(counted),
  oldLogprobs: fill(-3.4),
  advantages: fill(1),
  lossWeights: fill(0.2),
  temperature: 1,
};
const prompts = [Int32Array.from([1, 2, 3]), Int32Array.from([4, 5, 6, 7, 8])];

/** What a learner does with a fresh model on the current backend: learns two steps, then speaks. */
async function journey() {
  const model = createDecoder(config, { seed: 'webgpu' });
  const learner = createTfjsLearner({ model, optimizer: { learningRate: 1e-2 } });
  const losses: number[] = [];
  const norms: number[] = [];
  for (let step = 0; step < 2; step++) {
    losses.push((await learner.forwardBackward(batch, { kind: 'clip', clipLow: 0.2, clipHigh: 0.28 })).loss);
    norms.push((await learner.optimizerStep()).gradientNorm);
  }
  const logprobs = Array.from(await learner.logprobs(batch));
  const policy = await learner.policy();
  const spoken = await Promise.all(
    prompts.map((tokens, seed) =>
      policy.generate({
        tokens,
        sampling: { maxTokens: 8, stopTokens: [], seed, temperature: 0 },
        sessionId: `${seed}`,
      }),
    ),
  );
  const tokens = spoken.map((generation) => Array.from(generation.tokens));
  for (const seed of prompts.keys()) policy.endSession?.(`${seed}`);
  await policy.close();
  await learner.close();
  model.dispose();
  return { losses, norms, logprobs, tokens };
}

describe('createTfjsLearner on webgpu', () => {
  let onWasm: Awaited<ReturnType<typeof journey>>;
  beforeAll(async () => {
    await useBackend('wasm');
    onWasm = await journey();
    await useDawn();
  }, 120_000);

  it('learns and speaks as on wasm, reading nothing back in between, and leaves no tensor behind', async () => {
    const before = tf.memory().numTensors;
    const onWebGpu = await journey();
    expect(tf.memory().numTensors).toBe(before);
    for (const name of ['losses', 'norms', 'logprobs'] as const) {
      onWebGpu[name].forEach((value, i) => expect(value).toBeCloseTo(onWasm[name][i]!, 4));
    }
    expect(onWebGpu.tokens).toEqual(onWasm.tokens);
  }, 120_000);
});
