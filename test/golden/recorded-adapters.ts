import { readFileSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as tf from '@tensorflow/tfjs-core';
import type { PackedBatch } from '../../src/index.js';
import {
  createTfjsLearner,
  decodeSafetensors,
  loadAdapter,
  loadModel,
  type AdaptedDecoder,
  type Decoder,
  type NamedArray,
} from '../../src/tfjs/index.js';

/** Recorded from peft by test/recordings/lora.py, on the models of test/recordings/decoder. */
const adapters = fileURLToPath(new URL('../recordings/lora/', import.meta.url));
const bases = fileURLToPath(new URL('../recordings/decoder/', import.meta.url));

/** @returns Their names. */
export function recordedAdapters(): string[] {
  return readdirSync(adapters)
    .filter((name) => statSync(`${adapters}${name}`).isDirectory())
    .sort();
}

interface Expected {
  readonly base: string;
  readonly batch: {
    readonly [name in 'tokens' | 'offsets' | 'responseMask' | 'advantages' | 'lossWeights' | 'oldLogprobs']: number[];
  } & { readonly clipLow: number; readonly clipHigh: number };
  readonly rate: number;
  readonly losses: number[];
  readonly gradientNorms: number[];
}

/** A recorded adapter on its base, and what peft made of it. */
export interface RecordedAdapter {
  readonly expected: Expected;
  /** Logits at the start; every matrix after the steps, by its name in files. */
  readonly tensors: ReadonlyMap<string, NamedArray>;
  readonly folder: string;
  readonly model: AdaptedDecoder;
  dispose(): void;
}

/** Loads one to the current backend. */
export async function loadRecordedAdapter(name: string): Promise<RecordedAdapter> {
  const folder = `${adapters}${name}`;
  const expected = JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')) as Expected;
  const { tensors } = decodeSafetensors(readFileSync(`${folder}/expected.safetensors`));
  const base = await loadModel(`${bases}${expected.base}`);
  const model = await loadAdapter(base, folder);
  const dispose = () => {
    model.dispose();
    base.dispose();
  };
  return { expected, tensors, folder, model, dispose };
}

/** The logits of every token of the recorded batch; shape [N · V]. */
export function logitsOf(
  { expected }: Pick<RecordedAdapter, 'expected'>,
  model: Pick<Decoder, 'hidden' | 'outputWeight'>,
): Float32Array {
  const { tokens, offsets } = expected.batch;
  return tf.tidy(() => {
    const hidden = model.hidden(Int32Array.from(tokens), Int32Array.from(offsets));
    return tf.matMul(hidden, tf.transpose(model.outputWeight)).dataSync<'float32'>();
  });
}

/** Trains the adapter as it was trained in peft. @returns The losses and gradient norms. */
export async function takeSteps({ expected, model }: RecordedAdapter) {
  const { clipLow, clipHigh, responseMask, ...numbers } = expected.batch;
  const batch: PackedBatch = {
    tokens: Int32Array.from(numbers.tokens),
    offsets: Int32Array.from(numbers.offsets),
    rollouts: Int32Array.from(numbers.offsets.slice(1), (_, sequence) => sequence),
    responseMask: Uint8Array.from(responseMask),
    oldLogprobs: Float32Array.from(numbers.oldLogprobs),
    advantages: Float32Array.from(numbers.advantages),
    lossWeights: Float32Array.from(numbers.lossWeights),
    temperature: 1,
  };
  const learner = createTfjsLearner({
    model,
    optimizer: { learningRate: expected.rate },
    schedule: { kind: 'constant' },
  });
  const losses: number[] = [];
  const gradientNorms: number[] = [];
  for (let step = 0; step < expected.losses.length; step++) {
    const { loss } = await learner.forwardBackward(batch, { loss: { kind: 'clip', clipLow, clipHigh } });
    losses.push(loss);
    gradientNorms.push((await learner.optimizerStep()).gradientNorm);
  }
  await learner.close();
  return { losses, gradientNorms };
}
