import * as tf from '@tensorflow/tfjs-core';
import { timesTransposed, transposedTimes } from './products.js';

/**
 * The layers of the architecture as differentiable functions on flat tokens `[N, …]`, each with its gradient written out:
 * tfjs-core registers none in Node. Where weights are frozen (`frozen`), the gradient is that of the input alone: what
 * nobody asks for is neither worked out nor kept.
 */

/**
 * x·W.
 *
 * @param x - Shape [N, in].
 * @param weight - Shape [in, out].
 * @returns Shape [N, out].
 */
export function linear(x: tf.Tensor2D, weight: tf.Tensor2D, frozen = false): tf.Tensor2D {
  if (frozen) {
    return tf.customGrad((x) => ({
      value: tf.matMul(x as tf.Tensor2D, weight),
      gradFunc: (dy: tf.Tensor) => timesTransposed(dy as tf.Tensor2D, weight),
    }))(x) as tf.Tensor2D;
  }
  return tf.customGrad((x, weight, save) => {
    (save as tf.GradSaveFunc)([x as tf.Tensor, weight as tf.Tensor]);
    return {
      value: tf.matMul(x as tf.Tensor2D, weight as tf.Tensor2D),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => [
        timesTransposed(dy as tf.Tensor2D, saved[1] as tf.Tensor2D),
        transposedTimes(saved[0] as tf.Tensor2D, dy as tf.Tensor2D),
      ],
    };
  })(x, weight) as tf.Tensor2D;
}

/**
 * x·W + scale · x·A·B, with W frozen (arXiv 2106.09685, Eq. 3).
 *
 * @param x - Shape [N, in].
 * @param weight - Shape [in, out].
 * @param a - Shape [in, rank].
 * @param b - Shape [rank, out].
 * @returns Shape [N, out].
 */
export function adaptedLinear(
  x: tf.Tensor2D,
  weight: tf.Tensor2D,
  { a, b, scale }: { readonly a: tf.Tensor2D; readonly b: tf.Tensor2D; readonly scale: number },
): tf.Tensor2D {
  return tf.customGrad((x, a, b, save) => {
    const low = tf.mul<tf.Tensor2D>(tf.matMul(x as tf.Tensor2D, a as tf.Tensor2D), scale);
    (save as tf.GradSaveFunc)([x as tf.Tensor, a as tf.Tensor, b as tf.Tensor, low]);
    return {
      value: tf.add(tf.matMul(x as tf.Tensor2D, weight), tf.matMul(low, b as tf.Tensor2D)),
      gradFunc: (dyIn: tf.Tensor, saved: tf.Tensor[]) => {
        const dy = dyIn as tf.Tensor2D;
        const [xs, as, bs, lows] = saved as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
        const dLow = tf.mul<tf.Tensor2D>(timesTransposed(dy, bs), scale);
        return [
          tf.add(timesTransposed(dy, weight), timesTransposed(dLow, as)),
          transposedTimes(xs, dLow),
          transposedTimes(lows, dy),
        ];
      },
    };
  })(x, a, b) as tf.Tensor2D;
}

/**
 * x + b, the bias on every row.
 *
 * @param x - Shape [N, D].
 * @param bias - Shape [D].
 */
export function addBias(x: tf.Tensor2D, bias: tf.Tensor1D, frozen = false): tf.Tensor2D {
  if (frozen) {
    return tf.customGrad((x) => ({
      value: tf.add(x as tf.Tensor, bias),
      gradFunc: (dy: tf.Tensor) => dy.clone(),
    }))(x) as tf.Tensor2D;
  }
  return tf.customGrad((x, bias) => {
    const { shape } = bias as tf.Tensor1D;
    return {
      value: tf.add(x as tf.Tensor, bias as tf.Tensor),
      gradFunc: (dy: tf.Tensor) => [dy.clone(), tf.reshape(columnSums(dy as tf.Tensor2D), shape)],
    };
  })(x, bias) as tf.Tensor2D;
}

/** a + b, equal shapes. */
export function residual(a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor2D {
  return tf.customGrad((a, b) => ({
    value: tf.add(a as tf.Tensor, b as tf.Tensor),
    gradFunc: (dy: tf.Tensor) => [dy.clone(), dy.clone()],
  }))(a, b) as tf.Tensor2D;
}

/**
 * RMSNorm: x / √(mean(x²) + ε) · g over the last axis (arXiv 1910.07467, Eq. 4).
 *
 * @param x - Shape [N, groups · D]: each of the groups (attention heads) is normalised by itself.
 * @param gain - Shape [D].
 */
export function rmsNorm(x: tf.Tensor2D, gain: tf.Tensor1D, eps: number, frozen = false): tf.Tensor2D {
  const normalize = (x: tf.Tensor, save: tf.GradSaveFunc) => {
    const [rows, columns] = (x as tf.Tensor2D).shape;
    const size = gain.shape[0];
    const grouped = tf.reshape(x, [(rows * columns) / size, size] as [number, number]);
    const scale = tf.rsqrt(tf.add(rowMeans(tf.square(grouped) as tf.Tensor2D), eps));
    save([grouped, gain, scale]);
    return {
      value: tf.reshape(tf.mul(tf.mul(grouped, scale), gain), [rows, columns]),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]): tf.Tensor[] => {
        const [xs, gains, scales] = saved as [tf.Tensor2D, tf.Tensor1D, tf.Tensor2D];
        const normalized = tf.mul(xs, scales);
        const dyGrouped = tf.reshape(dy, xs.shape);
        const dNormalized = tf.mul(dyGrouped, gains);
        const dx = tf.mul(scales, tf.sub(dNormalized, tf.mul(normalized, rowMeans(tf.mul(dNormalized, normalized)))));
        const dInput = tf.reshape(dx, [rows, columns]);
        return frozen ? [dInput] : [dInput, tf.reshape(columnSums(tf.mul(dyGrouped, normalized)), [size])];
      },
    };
  };
  if (frozen) return tf.customGrad((x, save) => normalize(x as tf.Tensor, save as tf.GradSaveFunc))(x) as tf.Tensor2D;
  return tf.customGrad((x, _gain, save) => normalize(x as tf.Tensor, save as tf.GradSaveFunc))(x, gain) as tf.Tensor2D;
}

/** SwiGLU's product: silu(gate) · up (arXiv 2002.05202). Equal shapes. */
export function swiglu(gate: tf.Tensor2D, up: tf.Tensor2D): tf.Tensor2D {
  return tf.customGrad((gate, up, save) => {
    const sigmoid = tf.sigmoid(gate as tf.Tensor);
    (save as tf.GradSaveFunc)([gate as tf.Tensor, up as tf.Tensor, sigmoid]);
    return {
      value: tf.mul(tf.mul(gate as tf.Tensor, sigmoid), up as tf.Tensor),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [gates, ups, sigmoids] = saved as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
        const silu = tf.mul(gates, sigmoids);
        // d silu = σ(1 + x(1 − σ)) = σ + silu·(1 − σ)
        const dSilu = tf.add(sigmoids, tf.mul(silu, tf.sub(1, sigmoids)));
        return [tf.mul(tf.mul(dy, ups), dSilu), tf.mul(dy, silu)];
      },
    };
  })(gate, up) as tf.Tensor2D;
}

/** Means over the last axis, kept as a column [N, 1]; a product with a column of 1/D, which every backend does fast. */
function rowMeans(x: tf.Tensor2D): tf.Tensor2D {
  const size = x.shape[1];
  return tf.matMul(x, tf.fill([size, 1], 1 / size));
}

/** Sums over the rows, as a row [1, D]. */
function columnSums(x: tf.Tensor2D): tf.Tensor2D {
  return tf.matMul(tf.ones([1, x.shape[0]]), x);
}
