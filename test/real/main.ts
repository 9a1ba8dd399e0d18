/**
 * Holds SmolLM2-135M-Instruct against transformers and peft on one backend, and measures it: see `npm run test:real`.
 *
 *   main.ts FOLDER BACKEND [STEPS]
 *
 * FOLDER is what `reference.py make` wrote. Writes FOLDER/BACKEND.json and, after all steps, FOLDER/ours, for `reference.py check`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as tf from '@tensorflow/tfjs-core';
import { crossEntropyBatch } from '../../src/index.js';
import { loadHuggingFaceTokenizer } from '../../src/rollout/index.js';
import {
  createSampler,
  createTfjsLearner,
  decodeSafetensors,
  encodeSafetensors,
  loadAdapter,
  loadModel,
  saveAdapter,
  selectBackend,
  type BackendName,
  type Decoder,
} from '../../src/tfjs/index.js';

interface Reference {
  readonly chats: readonly {
    readonly rendered: string;
    readonly prompt: number[];
    readonly tokens: number[];
    readonly margins: number[];
  }[];
  readonly batch: number[][];
  readonly rate: number;
  readonly losses: number[];
}

const [folder, backend, stepsText = '20'] = process.argv.slice(2) as [string, BackendName, string?];
const steps = Number(stepsText);
const reference = JSON.parse(readFileSync(`${folder}/reference.json`, 'utf8')) as Reference;
const recorded = decodeSafetensors(readFileSync(`${folder}/reference.safetensors`)).tensors;

let failures = 0;
function check(what: string, value: number, limit: number): void {
  const isGood = value <= limit;
  if (!isGood) failures++;
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${what}: ${value.toExponential(1)} (at most ${limit})`);
}

function farthest(got: ArrayLike<number>, want: ArrayLike<number>): number {
  if (got.length !== want.length) return Infinity;
  let off = 0;
  for (let i = 0; i < want.length; i++) {
    const distance = Math.abs(got[i]! - want[i]!);
    off = Number.isNaN(distance) ? Infinity : Math.max(off, distance);
  }
  return off;
}

function logitsOf(model: Decoder, tokens: readonly number[]): Float32Array {
  return tf.tidy(() => {
    const hidden = model.hidden(Int32Array.from(tokens), Int32Array.of(0, tokens.length));
    return tf.transpose(tf.matMul(model.outputWeight, tf.transpose(hidden))).dataSync<'float32'>();
  });
}

/** Seconds of a piece of work. */
async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, (performance.now() - start) / 1000];
}

/** Tokens a second of `length` tokens each of several conversations, after what reading their prompts in takes. */
async function decodeSpeed(model: Decoder, rows: number, length: number): Promise<number> {
  const sampler = createSampler(model);
  const run = (maxTokens: number) =>
    timed(() =>
      Promise.all(
        Array.from({ length: rows }, (_, row) =>
          sampler.generate({
            tokens: Int32Array.from({ length: 32 }, (_, i) => 1000 + ((row * 37 + i * 11) % 1000)),
            sampling: { temperature: 0, maxTokens, stopTokens: [] },
          }),
        ),
      ),
    );
  const [, first] = await run(1);
  const [, all] = await run(1 + length);
  await sampler.close();
  return (rows * length) / (all - first);
}

const memory: { [what: string]: number } = {};
const speed: { [what: string]: number } = {};
const peak = () => process.resourceUsage().maxRSS * 1024;

await selectBackend({ backend });
const before = process.memoryUsage().rss;
const [model, loadSeconds] = await timed(() => loadModel(`${folder}/model`));
speed['load, seconds'] = loadSeconds;
memory['loading, times the weights'] = (peak() - before) / (4 * model.parameterCount);

const read = (file: string) => JSON.parse(readFileSync(`${folder}/model/${file}`, 'utf8')) as object;
const tokenizer = await loadHuggingFaceTokenizer(read('tokenizer.json'), read('tokenizer_config.json'));
const otherIds = reference.chats.filter(({ rendered, prompt }) => tokenizer.encode(rendered).join() !== prompt.join());
check('chats that are other tokens', otherIds.length, 0);

const logits = reference.chats.slice(0, 4).flatMap(({ prompt }) => [...logitsOf(model, prompt)]);
check('logits of four prompts', farthest(logits, recorded.get('logits')!.values), 1e-3);

const sampler = createSampler(model);
const greedy = await Promise.all(
  reference.chats.map(({ prompt, tokens }) =>
    sampler.generate({
      tokens: Int32Array.from(prompt),
      sampling: { temperature: 0, maxTokens: tokens.length, stopTokens: [] },
    }),
  ),
);
await sampler.close();
let compared = 0;
const otherText = greedy.filter(({ tokens }, i) => {
  const { tokens: expected, margins } = reference.chats[i]!;
  const undecided = margins.findIndex((margin) => margin < 1e-3);
  const sure = undecided < 0 ? expected.length : undecided;
  compared += sure;
  return tokens.subarray(0, sure).join() !== expected.slice(0, sure).join();
});
check(`greedy continuations that differ, of ${greedy.length} (${compared} tokens)`, otherText.length, 0);

const prompt = Int32Array.from({ length: 512 }, (_, i) => 1000 + ((i * 13) % 1000));
const [, promptSeconds] = await timed(async () => {
  const reading = createSampler(model);
  await reading.generate({ tokens: prompt, sampling: { temperature: 0, maxTokens: 1, stopTokens: [] } });
  await reading.close();
});
speed['prompt'] = prompt.length / promptSeconds;
speed['decode'] = await decodeSpeed(model, 1, 16);
speed['decode16'] = await decodeSpeed(model, 16, 8);
memory['generation'] = peak();

const adapted = await loadAdapter(model, `${folder}/adapter`);
const learner = createTfjsLearner({
  model: adapted,
  optimizer: { learningRate: reference.rate },
  schedule: { kind: 'constant' },
});
const tokens = Int32Array.from(reference.batch.flat());
const length = reference.batch[0]!.length;
const counted = Float32Array.from(tokens, (_, t) => (t % length === 0 ? 0 : 1));
const batch = crossEntropyBatch({
  tokens,
  offsets: Int32Array.from({ length: reference.batch.length + 1 }, (_, s) => s * length),
  weights: counted.map((one) => one / (reference.batch.length * (length - 1))),
  responseMask: counted,
});
const losses: number[] = [];
const [, loraSeconds] = await timed(async () => {
  for (let step = 0; step < steps; step++) {
    losses.push((await learner.forwardBackward(batch, { kind: 'cross-entropy' })).loss);
    await learner.optimizerStep();
  }
});
speed['lora'] = (steps * tokens.length) / loraSeconds;
memory['lora'] = peak();
check(`losses of ${steps} steps of an adapter`, farthest(losses, reference.losses.slice(0, steps)), 1e-3);
if (steps === reference.losses.length) {
  const logprobs = (await learner.logprobs(batch)).filter((_, t) => counted[t] === 1);
  check('logprobs after them', farthest(logprobs, recorded.get('logprobs')!.values), 1e-3);
  const matrices = [...adapted.trainable].flatMap(([name, matrix]) => {
    const theirs = recorded.get(`base_model.model.${name}`)?.values;
    const ours = tf.tidy(() => tf.transpose(matrix).dataSync<'float32'>());
    return theirs === undefined ? [] : [farthest(ours, theirs)];
  });
  check('matrices of the first and the last layer after them', Math.max(...matrices), 1e-3);
  rmSync(`${folder}/ours`, { recursive: true, force: true });
  await saveAdapter(`${folder}/ours`, adapted);
  const first = reference.batch[0]!;
  const shape = [first.length, model.config.vocabSize];
  mkdirSync(`${folder}/ours/logits`);
  const file = encodeSafetensors(new Map([['logits', { shape, values: logitsOf(adapted, first) }]]));
  writeFileSync(`${folder}/ours/logits/logits.safetensors`, file);
}
await learner.close();
adapted.dispose();

if (backend !== 'wasm') {
  const full = createTfjsLearner({ model, optimizer: { learningRate: 1e-5 }, schedule: { kind: 'constant' } });
  const [, fullSeconds] = await timed(async () => {
    for (let step = 0; step < 2; step++) {
      await full.forwardBackward(batch, { kind: 'cross-entropy' });
      await full.optimizerStep();
    }
  });
  speed['full'] = (2 * tokens.length) / fullSeconds;
  memory['full'] = peak();
  await full.close();
}
model.dispose();
writeFileSync(`${folder}/${backend}.json`, JSON.stringify({ speed, memory }));
console.log(backend, JSON.stringify({ speed, memory }));
process.exit(failures === 0 ? 0 : 1);
