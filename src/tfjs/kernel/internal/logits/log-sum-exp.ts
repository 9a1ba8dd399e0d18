import * as tf from '@tensorflow/tfjs-core';
import { hostMemory, type HostMemory } from '../../../internal/memory/host-memory.js';

/**
 * log Σ_j e^{z_j} of every row, from the softmax that was computed anyway: log p_j = z_j − log Σ e^z for any j.
 *
 * @param z - Shape [n, v].
 * @param p - softmax(z), shape [n, v].
 * @returns Shape [n, 1].
 * @remarks Any j will do whose p has not underflowed. On `cpu` and `wasm` the first such is read in place; elsewhere it
 *   is the largest of the row, which is at least 1 / v.
 */
export function logSumExpOf(z: tf.Tensor2D, p: tf.Tensor2D): tf.Tensor2D {
  const memory = hostMemory();
  if (memory === undefined) return tf.sub(tf.max(z, 1, true), tf.log(tf.max(p, 1, true)));
  return readLogSumExp(z, p, memory);
}

/** Far above what float32 loses its last digits at, and small enough that nearly every word will do. */
const SAFE_PROBABILITY = 1e-20;

function readLogSumExp(z: tf.Tensor2D, p: tf.Tensor2D, memory: HostMemory): tf.Tensor2D {
  const [n, v] = z.shape;
  const output = memory.empty([n, 1]);
  const [to, logits, probabilities] = [memory.view(output), memory.view(z), memory.view(p)];
  for (let i = 0; i < n; i++) {
    let at = i * v;
    const last = at + v - 1;
    // A row of NaN has no safe word; its last one gives NaN.
    while (at < last && !(probabilities[at]! > SAFE_PROBABILITY)) at++;
    to[i] = logits[at]! - Math.log(probabilities[at]!);
  }
  return tf.engine().makeTensorFromTensorInfo(output) as tf.Tensor2D;
}
