/**
 * Measures SmolLM2-135M-Instruct on one backend, as `reference.py speed` does on torch: see `npm run test:real`.
 *
 *   speed.ts FOLDER BACKEND generation|lora|full
 *
 * The last line it prints is JSON: tokens a second, and a second of one core's work, and the most memory that the process had.
 */
import { crossEntropyBatch } from '../../src/index.js';
import { createSampler, createTfjsLearner, loadModel, selectBackend, type Decoder } from '../../src/tfjs/index.js';
import type { BackendName } from '../../src/tfjs/backend/index.js';
import { decodeSpeed, peakMemory, speedOf, timed } from './measure.js';

const [folder, backend, what] = process.argv.slice(2) as [string, BackendName, 'generation' | 'lora' | 'full'];

async function generation(model: Decoder) {
  await decodeSpeed(model, 1, 1);
  const sampler = createSampler(model);
  const tokens = Int32Array.from({ length: 512 }, (_, i) => 1000 + ((i * 13) % 1000));
  const [, took] = await timed(() =>
    sampler.generate({ tokens, sampling: { temperature: 0, maxTokens: 1, stopTokens: [] } }),
  );
  await sampler.close();
  return {
    prompt: speedOf(tokens.length, took),
    decode: await decodeSpeed(model, 1, 16),
    decode16: await decodeSpeed(model, 16, 8),
  };
}

/** The speed of two steps of 4 × 64 tokens, after one that sets up what the steps need. */
async function training(model: Decoder) {
  const learner = createTfjsLearner({
    model,
    ...(what === 'lora' && { lora: { rank: 16 } }),
    optimizer: { learningRate: 1e-5 },
    schedule: { kind: 'constant' },
  });
  const tokens = Int32Array.from({ length: 4 * 64 }, (_, i) => 1000 + ((i * 7) % 1000));
  const counted = Float32Array.from(tokens, (_, t) => (t % 64 === 0 ? 0 : 1));
  const batch = crossEntropyBatch({
    tokens,
    offsets: Int32Array.of(0, 64, 128, 192, 256),
    weights: counted.map((one) => one / (4 * 63)),
    responseMask: counted,
  });
  const step = async () => {
    await learner.forwardBackward(batch, { kind: 'cross-entropy' });
    await learner.optimizerStep();
  };
  await step();
  const [, took] = await timed(async () => {
    await step();
    await step();
  });
  await learner.close();
  return { [what]: speedOf(2 * tokens.length, took) };
}

await selectBackend({ backend });
const model = await loadModel(`${folder}/model`);
const speed = what === 'generation' ? await generation(model) : await training(model);
console.log(JSON.stringify({ speed, memory: { [what]: peakMemory() } }));
process.exit(0);
