import * as tf from '@tensorflow/tfjs-core';

/** dx of an operation that moves, reduces or repeats the elements of one tensor. */
type Gradient<A> = (dy: tf.Tensor, x: tf.Tensor, attributes: A) => tf.Tensor;

/** @param saves - Whether the gradient looks at the input, which is saved for it then. */
function ofOne<A>(kernelName: string, gradient: Gradient<A>, { saves = true, input = 'x' } = {}): tf.GradConfig {
  return {
    kernelName,
    ...(saves && { inputsToSave: [input] }),
    gradFunc: (dy, saved, attrs) => ({ [input]: () => gradient(dy as tf.Tensor, saved[0]!, attrs as unknown as A) }),
  };
}

const UNSAVED = { saves: false };
const reshaped: Gradient<unknown> = (dy, x) => tf.reshape(dy, x.shape);

/** The gradient of a reduction, repeated along its axes. */
function spread(dy: tf.Tensor, x: tf.Tensor, axis: number | number[]): tf.Tensor {
  return tf.mul(withAxes(dy, x.shape, axis), tf.onesLike(x));
}

/** The reduced gradient with its axes back, as length 1. */
function withAxes(dy: tf.Tensor, shape: number[], axis: number | number[]): tf.Tensor {
  const axes = tf.util.parseAxisParam(axis, shape);
  return tf.reshape(
    dy,
    shape.map((size, i) => (axes.includes(i) ? 1 : size)),
  );
}

/** Gradients of the operations that move, reduce or repeat elements. */
export const shapeGradients: readonly tf.GradConfig[] = [
  ofOne(tf.Identity, (dy) => tf.cast(dy, 'float32'), UNSAVED),
  ofOne(tf.Cast, (dy) => tf.clone(dy), UNSAVED),
  ofOne(tf.ZerosLike, (dy) => tf.zerosLike(dy), UNSAVED),
  ofOne(tf.OnesLike, (dy) => tf.zerosLike(dy), UNSAVED),
  ofOne(tf.Reshape, reshaped),
  ofOne(tf.ExpandDims, reshaped, { input: 'input' }),
  ofOne<tf.SumAttrs>(tf.Sum, (dy, x, { axis }) => spread(dy, x, axis)),
  ofOne<tf.MeanAttrs>(tf.Mean, (dy, x, { axis }) => tf.div(spread(dy, x, axis), x.size / dy.size)),
  {
    kernelName: tf.Max,
    inputsToSave: ['x'],
    outputsToSave: [true],
    gradFunc: (dy, saved, attrs) => {
      const [x, y] = saved as [tf.Tensor, tf.Tensor];
      const { reductionIndices: axis } = attrs as unknown as tf.MaxAttrs;
      const isLargest = () => tf.equal(x, withAxes(y, x.shape, axis));
      return { x: () => tf.mul(withAxes(dy as tf.Tensor, x.shape, axis), tf.cast(isLargest(), 'float32')) };
    },
  },
  ofOne<tf.TransposeAttrs>(
    tf.Transpose,
    (dy, _x, { perm }) => tf.transpose(dy, tf.backend_util.getUndoAxesPermutation(perm)),
    UNSAVED,
  ),
  ofOne<tf.SliceAttrs>(tf.Slice, (dy, x, { begin, size }) => {
    const [start, extent] = tf.slice_util.parseSliceParams(x, begin, size) as [number[], number[]];
    return tf.pad(
      dy,
      x.shape.map((length, axis) => [start[axis]!, length - start[axis]! - extent[axis]!]),
    );
  }),
  ofOne<tf.PadV2Attrs>(tf.PadV2, (dy, x, { paddings }) =>
    tf.slice(
      dy,
      paddings.map(([before]) => before),
      x.shape,
    ),
  ),
  ofOne<tf.TileAttrs>(tf.Tile, (dy, { shape }, { reps }) => {
    // [r0, n0, r1, n1, …], summed over every r.
    const split = shape.flatMap((size, axis) => [reps[axis]!, size]);
    return tf.sum(
      tf.reshape(dy, split),
      shape.map((_, axis) => 2 * axis),
    );
  }),
  {
    kernelName: tf.Concat,
    saveAllInputs: true,
    gradFunc: (dy, saved, attrs) => {
      const axis = tf.util.parseAxisParam((attrs as unknown as tf.ConcatAttrs).axis, saved[0]!.shape)[0]!;
      const sizes = saved.map((x) => x.shape[axis]!);
      return eachOf(tf.split(dy as tf.Tensor, sizes, axis));
    },
  },
  {
    kernelName: tf.Pack,
    saveAllInputs: true,
    gradFunc: (dy, _, attrs) => eachOf(tf.unstack(dy as tf.Tensor, (attrs as unknown as tf.PackAttrs).axis)),
  },
  {
    kernelName: tf.Unpack,
    gradFunc: (dys, _, attrs) => ({
      value: () => tf.stack(dys as tf.Tensor[], (attrs as unknown as tf.UnpackAttrs).axis),
    }),
  },
  {
    kernelName: tf.SplitV,
    gradFunc: (dys, _, attrs) => ({
      x: () => tf.concat(dys as tf.Tensor[], (attrs as unknown as tf.SplitVAttrs).axis),
    }),
  },
];

/** The gradients of inputs that are named by their places. */
function eachOf(parts: readonly tf.Tensor[]): { [input: string]: () => tf.Tensor } {
  return Object.fromEntries(parts.map((part, i) => [i, () => part]));
}
