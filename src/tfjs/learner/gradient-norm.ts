import * as tf from '@tensorflow/tfjs-core';

/** @returns The Euclidean norm of all gradients together, as one number read back from the device. */
export async function globalNorm(gradients: Iterable<tf.Tensor>): Promise<number> {
  const total = tf.tidy(() =>
    tf.addN([tf.scalar(0), ...Array.from(gradients, (gradient) => tf.sum<tf.Scalar>(tf.square(gradient)))]),
  );
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
