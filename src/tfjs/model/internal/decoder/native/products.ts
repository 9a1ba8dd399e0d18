import type * as tf from '@tensorflow/tfjs-core';
import { nativeResult } from '../../../../internal/native/operations.js';

/** Up to so many rows, a large matrix is not copied to be multiplied by their transpose. */
const FEW_ROWS = 64;

/** How many times narrower than the other one operand of xᵀ·y is when its transpose is computed instead. */
const NARROW = 8;

/** x·W on TensorFlow. */
export function nativeTimes(x: tf.Tensor2D, weight: tf.Tensor2D): tf.Tensor2D {
  return nativeResult([x, weight], (run, a, b) => run.matMul(a, b));
}

/** `timesTransposed` of `layers.ts` on TensorFlow: of a few rows and many outputs, it is W·xᵀ that reads W as it lies. */
export function nativeTimesTransposed(x: tf.Tensor2D, weight: tf.Tensor2D): tf.Tensor2D {
  const rows = x.shape[0];
  const isLeft = rows > 1 && rows <= FEW_ROWS && weight.shape[0] > FEW_ROWS * rows;
  return nativeResult([x, weight], (run, a, b) =>
    isLeft ? run.transpose(run.matMul(b, a, false, true), [1, 0]) : run.matMul(a, b, false, true),
  );
}

/** `transposedTimes` of `layers.ts` on TensorFlow, which multiplies by a narrow matrix from the left several times faster. */
export function nativeTransposedTimes(x: tf.Tensor2D, y: tf.Tensor2D): tf.Tensor2D {
  const isNarrow = y.shape[1] * NARROW <= x.shape[1];
  return nativeResult([x, y], (run, a, b) =>
    isNarrow ? run.transpose(run.matMul(b, a, true), [1, 0]) : run.matMul(a, b, true),
  );
}
