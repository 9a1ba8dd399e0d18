import * as tf from '@tensorflow/tfjs-core';
import type { Generation } from '../../src/index.js';
import type { Decoder } from '../../src/tfjs/index.js';

/** @returns How far the logprobs of an engine's turns are at most from those of our decoder. */
export function distanceOf(
  model: Decoder,
  prompts: readonly (readonly number[])[],
  turns: readonly Generation[],
): number {
  return Math.max(...turns.map((turn, i) => farthest(ours(model, prompts[i]!, turn), turn.logprobs)));
}

function ours(model: Decoder, prompt: readonly number[], { tokens }: Generation): Float32Array {
  const all = Int32Array.of(...prompt, ...tokens);
  const logprobs = tf.tidy(() =>
    tf
      .logSoftmax(tf.matMul(model.hidden(all, Int32Array.of(0, all.length)), tf.transpose(model.outputWeight)))
      .arraySync(),
  ) as number[][];
  return Float32Array.from(tokens, (token, i) => logprobs[prompt.length + i - 1]![token]!);
}

const farthest = (got: Float32Array, want: Float32Array): number =>
  Math.max(...got.map((value, i) => Math.abs(value - want[i]!)));
