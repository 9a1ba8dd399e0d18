import * as tf from '@tensorflow/tfjs-core';

/** @returns The Euclidean norm of all gradients together, as one number read back from the device. */
export async function globalNorm(gradients: Iterable<tf.Tensor>): Promise<number> {
  // One sum over a stack: addN of many tensors needs more buffers than a WebGPU device allows.
  const total = tf.tidy(() => {
    const squares = Array.from(gradients, (gradient) => tf.sum<tf.Scalar>(tf.square(gradient)));
    return squares.length === 0 ? tf.scalar(0) : tf.sum(tf.stack(squares));
  });
  try {
    return Math.sqrt((await total.data())[0]!);
  } finally {
    total.dispose();
  }
}

/**
 * @param norm - The global norm.
 * @param maxNorm - The largest that is let through.
 * @returns What to multiply every gradient by: min(1, maxNorm / (norm + 1e-6)), as `torch.nn.utils.clip_grad_norm_`.
 */
export function clipFactor(norm: number, maxNorm: number): number {
  return Math.min(1, maxNorm / (norm + 1e-6));
}
