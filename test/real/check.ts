/**
 * Holds SmolLM2-135M-Instruct on one backend against what `reference.py` has recorded: see `npm run test:real`.
 *
 *   check.ts FOLDER BACKEND STEPS
 *
 * After all steps of the recorded training it writes FOLDER/ours, for `reference.py adapter`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as tf from '@tensorflow/tfjs-core';
import { crossEntropyBatch } from '../../src/index.js';
import { loadChatTemplate, loadHuggingFaceTokenizer } from '../../src/rollout/index.js';
import {
  createSampler,
  createTfjsLearner,
  decodeSafetensors,
  encodeSafetensors,
  loadAdapter,
  loadModel,
  saveAdapter,
  selectBackend,
  type Decoder,
} from '../../src/tfjs/index.js';
import type { BackendName } from '../../src/tfjs/backend/index.js';

interface Chat {
  readonly messages: readonly { readonly role: 'user'; readonly content: string }[];
  readonly rendered: string;
  readonly prompt: number[];
  readonly tokens: number[];
  /** How far the best logit of each place lies above the next one. */
  readonly margins: number[];
}

interface Training {
  readonly batch: number[][];
  readonly rate: number;
  readonly losses: number[];
}

const [folder, backend, stepsText] = process.argv.slice(2) as [string, BackendName, string];
const steps = Number(stepsText);
const read = <T>(file: string) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as T;
const tensors = (file: string) => decodeSafetensors(readFileSync(`${folder}/${file}`)).tensors;
const chats = read<Chat[]>('chats.json');
const training = read<Training>('lora.json');
const trained = tensors('lora.safetensors');

let failures = 0;
function check(what: string, isGood: boolean, got: string): void {
  if (!isGood) failures++;
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${what}: ${got}`);
}

function checkAtMost(what: string, value: number, limit: number): void {
  check(what, value <= limit, `off by ${value.toExponential(1)} (at most ${limit})`);
}

/** The largest distance; of nothing, or of arrays unlike in length, it is infinite. */
function farthest(got: ArrayLike<number>, want: ArrayLike<number>): number {
  if (got.length !== want.length || want.length === 0) return Infinity;
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

async function checkChats(): Promise<void> {
  const template = await loadChatTemplate(`${folder}/model`);
  const tokenizer = await loadHuggingFaceTokenizer(read('model/tokenizer.json'), read('model/tokenizer_config.json'));
  const equal = chats.filter(({ messages, rendered, prompt }) => {
    const text = template.render(messages, { addGenerationPrompt: true });
    return text === rendered && tokenizer.encode(text).join() === prompt.join();
  });
  check('chats rendered and encoded alike', equal.length === 20, `${equal.length} of 20`);
}

async function checkGeneration(model: Decoder): Promise<void> {
  const logits = chats.slice(0, 4).flatMap(({ prompt }) => [...logitsOf(model, prompt)]);
  checkAtMost('logits of four prompts', farthest(logits, tensors('chats.safetensors').get('logits')!.values), 1e-3);

  const sampler = createSampler(model);
  const greedy = await Promise.all(
    chats.map(({ prompt, tokens }) =>
      sampler.generate({
        tokens: Int32Array.from(prompt),
        sampling: { temperature: 0, maxTokens: tokens.length, stopTokens: [] },
      }),
    ),
  );
  await sampler.close();
  let compared = 0;
  const equal = greedy.filter(({ tokens }, i) => {
    const { tokens: expected, margins } = chats[i]!;
    // From where two logits are as good as one, either text is right.
    const undecided = margins.findIndex((margin) => margin < 1e-3);
    const sure = undecided < 0 ? expected.length : undecided;
    compared += sure;
    return sure > 0 && tokens.subarray(0, sure).join() === expected.slice(0, sure).join();
  });
  check('greedy continuations alike', equal.length === 20, `${equal.length} of 20 (${compared} tokens)`);
}

async function checkTraining(model: Decoder): Promise<void> {
  const adapted = await loadAdapter(model, `${folder}/adapter`);
  const learner = createTfjsLearner({
    model: adapted,
    optimizer: { learningRate: training.rate },
    schedule: { kind: 'constant' },
  });
  const tokens = Int32Array.from(training.batch.flat());
  const length = training.batch[0]!.length;
  const counted = Float32Array.from(tokens, (_, t) => (t % length === 0 ? 0 : 1));
  const batch = crossEntropyBatch({
    tokens,
    offsets: Int32Array.from({ length: training.batch.length + 1 }, (_, s) => s * length),
    weights: counted.map((one) => one / (training.batch.length * (length - 1))),
    responseMask: counted,
  });
  const losses: number[] = [];
  for (let step = 0; step < steps; step++) {
    losses.push((await learner.forwardBackward(batch, { kind: 'cross-entropy' })).loss);
    await learner.optimizerStep();
  }
  checkAtMost(`losses of ${steps} steps of an adapter`, farthest(losses, training.losses.slice(0, steps)), 1e-3);
  if (steps === training.losses.length) {
    const logprobs = (await learner.logprobs(batch)).filter((_, t) => counted[t] === 1);
    checkAtMost('logprobs after them', farthest(logprobs, trained.get('logprobs')!.values), 1e-3);
    const recorded = [...trained.keys()].filter((name) => name !== 'logprobs');
    const distances = recorded.map((name) => {
      const matrix = adapted.trainable.get(name.replace('base_model.model.', ''))!;
      const ours = tf.tidy(() => tf.transpose(matrix).dataSync<'float32'>());
      return farthest(ours, trained.get(name)!.values);
    });
    check('matrices of the first and the last layer after them', distances.length === 28, `${distances.length} of 28`);
    // A number whose gradient is rounding alone has gone either way, a learning rate a step.
    checkAtMost('those matrices', Math.max(...distances), 5e-3);
    await writeOurs(adapted);
  }
  await learner.close();
  adapted.dispose();
}

async function writeOurs(adapted: Awaited<ReturnType<typeof loadAdapter>>): Promise<void> {
  rmSync(`${folder}/ours`, { recursive: true, force: true });
  mkdirSync(`${folder}/ours`);
  await saveAdapter(`${folder}/ours/adapter`, adapted);
  const first = training.batch[0]!;
  const logits = { shape: [first.length, adapted.config.vocabSize], values: logitsOf(adapted, first) };
  writeFileSync(`${folder}/ours/logits.safetensors`, encodeSafetensors(new Map([['logits', logits]])));
}

await selectBackend({ backend });
const model = await loadModel(`${folder}/model`);
await checkChats();
await checkGeneration(model);
await checkTraining(model);
model.dispose();
process.exit(failures === 0 ? 0 : 1);
