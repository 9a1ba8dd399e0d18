import * as tf from '@tensorflow/tfjs-core';

/** y = f(x) element by element: dy/dx, from x. */
const FROM_INPUT: { readonly [kernelName: string]: (x: tf.Tensor) => tf.Tensor } = {
  // tf.sign of the wasm backend is 0 below 1.2e-7.
  [tf.Abs]: (x) => tf.sub(tf.step(x), tf.step(tf.neg(x))),
  [tf.Square]: (x) => tf.mul(2, x),
  [tf.Log]: (x) => tf.reciprocal(x),
  [tf.Log1p]: (x) => tf.reciprocal(tf.add(x, 1)),
  [tf.Relu]: (x) => tf.step(x),
  [tf.Softplus]: (x) => tf.sigmoid(x),
  [tf.Rsqrt]: (x) => tf.mul(-0.5, tf.div(tf.rsqrt(x), x)),
  [tf.Reciprocal]: (x) => tf.neg(tf.reciprocal(tf.square(x))),
};

/** The same from y. */
const FROM_OUTPUT: { readonly [kernelName: string]: (y: tf.Tensor) => tf.Tensor } = {
  [tf.Exp]: (y) => y,
  [tf.Sqrt]: (y) => tf.div(0.5, y),
  [tf.Sigmoid]: (y) => tf.mul(y, tf.sub(1, y)),
  [tf.Tanh]: (y) => tf.sub(1, tf.square(y)),
};

type Part = (dy: tf.Tensor, a: tf.Tensor, b: tf.Tensor) => tf.Tensor;

/** Two operands with broadcasting: the gradient of each. A tie of minimum or maximum goes to the first, as in TensorFlow. */
const BINARY: { readonly [kernelName: string]: readonly [a: Part, b: Part] } = {
  [tf.Add]: [(dy) => dy, (dy) => dy],
  [tf.Sub]: [(dy) => dy, (dy) => tf.neg(dy)],
  [tf.Multiply]: [(dy, _a, b) => tf.mul(dy, asFloat(b)), (dy, a) => tf.mul(dy, asFloat(a))],
  [tf.RealDiv]: [(dy, _a, b) => tf.div(dy, b), (dy, a, b) => tf.neg(tf.div(tf.mul(dy, a), tf.square(b)))],
  [tf.SquaredDifference]: [
    (dy, a, b) => tf.mul(dy, tf.mul(2, tf.sub(a, b))),
    (dy, a, b) => tf.mul(dy, tf.mul(2, tf.sub(b, a))),
  ],
  [tf.Maximum]: [
    (dy, a, b) => tf.mul(dy, asFloat(tf.greaterEqual(a, b))),
    (dy, a, b) => tf.mul(dy, asFloat(tf.less(a, b))),
  ],
  [tf.Minimum]: [
    (dy, a, b) => tf.mul(dy, asFloat(tf.lessEqual(a, b))),
    (dy, a, b) => tf.mul(dy, asFloat(tf.greater(a, b))),
  ],
  [tf.Pow]: [
    (dy, a, b) => tf.mul(dy, tf.mul(b, tf.pow(a, tf.sub(b, 1)))),
    (dy, a, b) => tf.mul(dy, tf.mul(tf.pow(a, b), tf.where(tf.greater(a, 0), tf.log(a), tf.zerosLike(a)))),
  ],
};

/**
 * Gradients of arithmetic, matmul and softmax. Operands are transposed explicitly: on wasm a matmul with a transpose flag falls to
 * a slow loop, ten times slower than a transpose before it.
 */
export const arithmeticGradients: readonly tf.GradConfig[] = [
  ...Object.entries(FROM_INPUT).map(([kernelName, derivative]): tf.GradConfig => ({
    kernelName,
    inputsToSave: ['x'],
    gradFunc: (dy, [x]) => ({ x: () => tf.mul(dy as tf.Tensor, derivative(x!)) }),
  })),
  ...Object.entries(FROM_OUTPUT).map(([kernelName, derivative]): tf.GradConfig => ({
    kernelName,
    outputsToSave: [true],
    gradFunc: (dy, [y]) => ({ x: () => tf.mul(dy as tf.Tensor, derivative(y!)) }),
  })),
  ...Object.entries(BINARY).map(([kernelName, [ofA, ofB]]): tf.GradConfig => ({
    kernelName,
    inputsToSave: ['a', 'b'],
    gradFunc: (dy, saved) => {
      const [a, b] = saved as [tf.Tensor, tf.Tensor];
      const part = (of: Part, { shape }: tf.Tensor) => unbroadcast(of(dy as tf.Tensor, a, b), shape);
      return { a: () => part(ofA, a), b: () => part(ofB, b) };
    },
  })),
  { kernelName: tf.Neg, gradFunc: (dy) => ({ x: () => tf.neg(dy as tf.Tensor) }) },
  {
    kernelName: tf.ClipByValue,
    inputsToSave: ['x'],
    gradFunc: (dy, [x], attrs) => {
      const { clipValueMin, clipValueMax } = attrs as unknown as tf.ClipByValueAttrs;
      const inside = () => tf.logicalAnd(tf.greaterEqual(x!, clipValueMin), tf.lessEqual(x!, clipValueMax));
      return { x: () => tf.mul(dy as tf.Tensor, asFloat(inside())) };
    },
  },
  {
    kernelName: tf.Select,
    inputsToSave: ['condition'],
    gradFunc: (dy, [condition]) => {
      const chosen = asFloat(condition!);
      return {
        condition: () => tf.zerosLike(chosen),
        t: () => tf.mul(dy as tf.Tensor, chosen),
        e: () => tf.mul(dy as tf.Tensor, tf.sub(1, chosen)),
      };
    },
  },
  {
    kernelName: tf.BatchMatMul,
    inputsToSave: ['a', 'b'],
    gradFunc: (dyIn, saved, attrs) => {
      const dy = dyIn as tf.Tensor;
      const [a, b] = saved as [tf.Tensor, tf.Tensor];
      const { transposeA, transposeB } = attrs as unknown as tf.BatchMatMulAttrs;
      const inShape = (gradient: tf.Tensor, isFlipped: boolean, { shape }: tf.Tensor) =>
        unbroadcast(isFlipped ? flip(gradient) : gradient, shape);
      // C = A' B' where X' is X or its transpose: dA' = dC B'^T, dB' = A'^T dC.
      return {
        a: () => inShape(tf.matMul(dy, transposeB ? b : flip(b)), transposeA, a),
        b: () => inShape(tf.matMul(transposeA ? a : flip(a), dy), transposeB, b),
      };
    },
  },
  {
    kernelName: tf.Softmax,
    outputsToSave: [true],
    gradFunc: (dy, [y], attrs) => {
      const { dim } = attrs as unknown as tf.SoftmaxAttrs;
      const weighted = tf.mul(dy as tf.Tensor, y!);
      return { logits: () => tf.sub(weighted, tf.mul(tf.sum(weighted, dim, true), y!)) };
    },
  },
  {
    kernelName: tf.LogSoftmax,
    outputsToSave: [true],
    gradFunc: (dy, [y], attrs) => {
      const { axis } = attrs as unknown as tf.LogSoftmaxAttrs;
      return { logits: () => tf.sub(dy as tf.Tensor, tf.mul(tf.sum(dy as tf.Tensor, axis, true), tf.exp(y!))) };
    },
  },
];

function asFloat(x: tf.Tensor): tf.Tensor {
  return tf.cast(x, 'float32');
}

/** @returns The gradient of something broadcast: the sum over the axes along which it was, in its own shape. */
function unbroadcast(gradient: tf.Tensor, shape: number[]): tf.Tensor {
  const axes = tf.broadcast_util.getReductionAxes(shape, gradient.shape);
  return tf.reshape(axes.length === 0 ? gradient : tf.sum(gradient, axes), shape);
}

/** [.., n, m] to [.., m, n]. */
function flip(x: tf.Tensor): tf.Tensor {
  const axes = x.shape.map((_, axis) => axis);
  return tf.transpose(x, [...axes.slice(0, -2), x.rank - 1, x.rank - 2]);
}
