import * as tf from '@tensorflow/tfjs-core';
import { Random } from '../src/base/index.js';

/** Sizes of a problem: N tokens, H hidden units, V words. */
export interface Sizes {
  readonly tokens: number;
  readonly width: number;
  readonly words: number;
}

/** Hidden states [N, H], output matrix [V, H], one target and one upstream gradient a token. */
export interface Problem extends Sizes {
  readonly hidden: tf.Tensor2D;
  readonly weight: tf.Tensor2D;
  readonly targets: Int32Array;
  readonly upstream: tf.Tensor1D;
}

/** A problem whose logits have a standard deviation of about 3, as those of a trained model do. */
export function makeProblem({ tokens, width, words }: Sizes): Problem {
  const random = new Random(`kernel ${tokens} ${width} ${words}`);
  const normals = (count: number, scale: number): Float32Array =>
    Float32Array.from({ length: count }, () => scale * random.normal());
  return {
    tokens,
    width,
    words,
    hidden: tf.tensor2d(normals(tokens * width, 1), [tokens, width]),
    weight: tf.tensor2d(normals(words * width, 3 / Math.sqrt(width)), [words, width]),
    targets: Int32Array.from({ length: tokens }, () => random.integer(words)),
    upstream: tf.tensor1d(normals(tokens, 1 / tokens)),
  };
}

/** Waits until the device has finished a tensor; reads one number of it. */
export async function finished(tensor: tf.Tensor): Promise<number> {
  const first = tf.tidy(() => tf.slice(tf.reshape(tensor, [tensor.size]), [0], [1]));
  const [value] = await first.data();
  first.dispose();
  return value!;
}

/** The largest difference over the largest value. */
export async function disagreement(got: tf.Tensor, want: tf.Tensor): Promise<number> {
  const [a, b] = await Promise.all([got.data(), want.data()]);
  let difference = 0;
  let scale = 0;
  for (let i = 0; i < b.length; i++) {
    difference = Math.max(difference, Math.abs(a[i]! - b[i]!));
    scale = Math.max(scale, Math.abs(b[i]!));
  }
  return difference / scale;
}

/** @returns The most bytes of tensors that were alive at once while `work` ran, arguments included. */
export async function peakBytes(work: () => Promise<unknown>): Promise<number> {
  const engine = tf.engine() as unknown as { trackTensor(tensor: tf.Tensor, backend: unknown): void };
  const track = engine.trackTensor.bind(engine);
  let peak = tf.memory().numBytes;
  engine.trackTensor = (tensor, backend) => {
    track(tensor, backend);
    peak = Math.max(peak, tf.memory().numBytes);
  };
  try {
    await work();
  } finally {
    Reflect.deleteProperty(engine, 'trackTensor');
  }
  return peak;
}
