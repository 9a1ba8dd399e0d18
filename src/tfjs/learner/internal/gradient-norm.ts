import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from '../../internal/memory/host-memory.js';

/** Numbers that a device adds up in float32; their sums are added in float64 here. */
const CHUNK = 256;

/**
 * The Euclidean norm of all gradients together.
 *
 * One float32 sum over millions of squares loses them one by one (wasm: −37 % at 155 million), so the squares are added
 * in float64 where the memory is this process's own; elsewhere a device adds runs of 256, and those sums are added here.
 */
export async function globalNorm(gradients: Iterable<tf.Tensor>): Promise<number> {
  const memory = hostMemory();
  if (memory === undefined) return Math.sqrt(await chunkedSquareSum(gradients));
  let total = 0;
  for (const gradient of gradients) {
    const values = memory.view(gradient);
    for (let i = 0; i < values.length; i++) total += values[i]! * values[i]!;
  }
  return Math.sqrt(total);
}

/** @returns Σ g² of all gradients, by sums of chunks that are read back together. */
export async function chunkedSquareSum(gradients: Iterable<tf.Tensor>): Promise<number> {
  const sums = tf.tidy(() => {
    const parts = Array.from(gradients, chunkSums).flat();
    return parts.length === 0 ? tf.zeros<tf.Rank.R1>([0]) : tf.concat(parts);
  });
  try {
    return (await sums.data<'float32'>()).reduce((total, sum) => total + sum, 0);
  } finally {
    sums.dispose();
  }
}

/** Sums of squares of whole chunks, and of the rest; shape [any] each. */
function chunkSums(gradient: tf.Tensor): tf.Tensor1D[] {
  return tf.tidy(() => {
    const flat = tf.reshape<tf.Rank.R1>(gradient, [gradient.size]);
    const whole = Math.floor(gradient.size / CHUNK);
    const left = gradient.size - whole * CHUNK;
    const squares = (start: number, rows: number, columns: number) => {
      const part = tf.reshape(tf.slice(flat, start, rows * columns), [rows, columns]);
      return tf.sum<tf.Tensor1D>(tf.square(part), 1);
    };
    return [...(whole > 0 ? [squares(0, whole, CHUNK)] : []), ...(left > 0 ? [squares(whole * CHUNK, 1, left)] : [])];
  });
}

/**
 * @param norm - The global norm.
 * @param maxNorm - The largest that is let through.
 * @returns The factor for every gradient: min(1, maxNorm / (norm + 1e-6)), as `torch.nn.utils.clip_grad_norm_`.
 */
export function clipFactor(norm: number, maxNorm: number): number {
  return Math.min(1, maxNorm / (norm + 1e-6));
}
