import * as tf from '@tensorflow/tfjs-core';
import type { OutputHead } from './output-head.js';

/** The selected token of every position, through its own row of the output matrix. */
export interface SelectedLogits {
  /** z at the selected token, shape [N]. */
  readonly logits: tf.Tensor1D;
  /** ∂z/∂raw there, where raw = hidden · row; shape [N]. */
  readonly derivative: tf.Tensor1D;
  /** The rows of the output matrix, shape [N, H]. */
  readonly rows: tf.Tensor2D;
}

/** @returns z_t = hidden · W_t, soft-capped and divided by the temperature, for the target of every token. */
export function selectedLogits(hidden: tf.Tensor2D, targets: tf.Tensor1D, head: OutputHead): SelectedLogits {
  const { matrix, softcap, temperature } = head;
  const rows = matrix.gather(targets);
  const raw: tf.Tensor1D = tf.sum(tf.mul(hidden, rows), 1);
  if (softcap === undefined) {
    return { logits: tf.mul(raw, 1 / temperature), derivative: tf.fill(raw.shape, 1 / temperature), rows };
  }
  const tanh = tf.tanh(tf.mul(raw, 1 / softcap));
  return {
    logits: tf.mul(tanh, softcap / temperature),
    derivative: tf.mul(tf.sub(1, tf.square(tanh)), 1 / temperature),
    rows,
  };
}
