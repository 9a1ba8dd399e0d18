import * as tf from '@tensorflow/tfjs-core';

/**
 * The layers of the architecture as differentiable functions on flat tokens `[N, …]`, each with its gradient written out:
 * tfjs-core registers none in Node, and its own would multiply with transpose flags, which wasm does ten times slower than
 * an explicit transpose.
 */

/**
 * x·W.
 *
 * @param x - Shape [N, in].
 * @param weight - Shape [in, out].
 * @returns Shape [N, out].
 */
export function linear(x: tf.Tensor2D, weight: tf.Tensor2D): tf.Tensor2D {
  return tf.customGrad((x, weight, save) => {
    (save as tf.GradSaveFunc)([x as tf.Tensor, weight as tf.Tensor]);
    return {
      value: tf.matMul(x as tf.Tensor2D, weight as tf.Tensor2D),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => [
        tf.matMul(dy, tf.transpose(saved[1]!)),
        tf.matMul(tf.transpose(saved[0]!), dy),
      ],
    };
  })(x, weight) as tf.Tensor2D;
}

/**
 * x + b, the bias on every row.
 *
 * @param x - Shape [N, D].
 * @param bias - Shape [D].
 */
export function addBias(x: tf.Tensor2D, bias: tf.Tensor1D): tf.Tensor2D {
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
export function rmsNorm(x: tf.Tensor2D, gain: tf.Tensor1D, eps: number): tf.Tensor2D {
  return tf.customGrad((x, gain, save) => {
    const [rows, columns] = (x as tf.Tensor2D).shape;
    const size = (gain as tf.Tensor1D).shape[0];
    const grouped = tf.reshape(x as tf.Tensor2D, [(rows * columns) / size, size] as [number, number]);
    const scale = tf.rsqrt(tf.add(rowMeans(tf.square(grouped) as tf.Tensor2D), eps));
    (save as tf.GradSaveFunc)([grouped, gain as tf.Tensor, scale]);
    return {
      value: tf.reshape(tf.mul(tf.mul(grouped, scale), gain as tf.Tensor), [rows, columns]),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [xs, gains, scales] = saved as [tf.Tensor2D, tf.Tensor1D, tf.Tensor2D];
        const normalized = tf.mul(xs, scales);
        const dyGrouped = tf.reshape(dy, xs.shape);
        const dNormalized = tf.mul(dyGrouped, gains);
        const dx = tf.mul(scales, tf.sub(dNormalized, tf.mul(normalized, rowMeans(tf.mul(dNormalized, normalized)))));
        return [tf.reshape(dx, [rows, columns]), tf.reshape(columnSums(tf.mul(dyGrouped, normalized)), [size])];
      },
    };
  })(x, gain) as tf.Tensor2D;
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
