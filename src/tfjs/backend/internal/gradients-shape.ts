import * as tf from '@tensorflow/tfjs-core';

/** @returns The reduced gradient with its axes back, as length 1. */
function withAxes(dy: tf.Tensor, shape: number[], axis: number | number[]): tf.Tensor {
  const axes = tf.util.parseAxisParam(axis, shape);
  return tf.reshape(
    dy,
    shape.map((size, i) => (axes.includes(i) ? 1 : size)),
  );
}

const numbers = (value: unknown): number | number[] => value as number | number[];

/** Gradients of the operations that move, reduce or repeat elements. */
export const shapeGradients: readonly tf.GradConfig[] = [
  { kernelName: tf.Identity, gradFunc: (dy) => ({ x: () => tf.cast(dy as tf.Tensor, 'float32') }) },
  { kernelName: tf.Cast, gradFunc: (dy) => ({ x: () => tf.clone(dy as tf.Tensor) }) },
  reshaped(tf.Reshape, 'x'),
  reshaped(tf.ExpandDims, 'input'),
  {
    kernelName: tf.Sum,
    inputsToSave: ['x'],
    gradFunc: (dy, saved, attrs) => ({
      x: () => tf.mul(withAxes(dy as tf.Tensor, saved[0]!.shape, numbers(attrs.axis)), tf.onesLike(saved[0]!)),
    }),
  },
  {
    kernelName: tf.Mean,
    inputsToSave: ['x'],
    gradFunc: (dy, saved, attrs) => {
      const x = saved[0]!;
      const spread = (): tf.Tensor => tf.mul(withAxes(dy as tf.Tensor, x.shape, numbers(attrs.axis)), tf.onesLike(x));
      return { x: () => tf.div(spread(), x.size / (dy as tf.Tensor).size) };
    },
  },
  {
    kernelName: tf.Max,
    inputsToSave: ['x'],
    outputsToSave: [true],
    gradFunc: (dy, saved, attrs) => {
      const [x, y] = saved as [tf.Tensor, tf.Tensor];
      const axis = numbers(attrs.reductionIndices);
      return {
        x: () =>
          tf.mul(withAxes(dy as tf.Tensor, x.shape, axis), tf.cast(tf.equal(x, withAxes(y, x.shape, axis)), 'float32')),
      };
    },
  },
  {
    kernelName: tf.Transpose,
    gradFunc: (dy, _, attrs) => {
      const { perm } = attrs as unknown as tf.TransposeAttrs;
      return { x: () => tf.transpose(dy as tf.Tensor, tf.backend_util.getUndoAxesPermutation(perm)) };
    },
  },
  {
    kernelName: tf.Slice,
    inputsToSave: ['x'],
    gradFunc: (dy, saved, attrs) => {
      const { begin, size } = attrs as unknown as tf.SliceAttrs;
      const [start, extent] = tf.slice_util.parseSliceParams(saved[0]!, begin, size) as [number[], number[]];
      const paddings = saved[0]!.shape.map((length, axis): [number, number] => [
        start[axis]!,
        length - start[axis]! - extent[axis]!,
      ]);
      return { x: () => tf.pad(dy as tf.Tensor, paddings) };
    },
  },
  {
    kernelName: tf.PadV2,
    inputsToSave: ['x'],
    gradFunc: (dy, saved, attrs) => {
      const { paddings } = attrs as unknown as tf.PadV2Attrs;
      const begin = paddings.map(([before]) => before);
      return { x: () => tf.slice(dy as tf.Tensor, begin, saved[0]!.shape) };
    },
  },
  {
    kernelName: tf.Concat,
    saveAllInputs: true,
    gradFunc: (dy, saved, attrs) => {
      const axis = tf.util.parseAxisParam((attrs as unknown as tf.ConcatAttrs).axis, saved[0]!.shape)[0]!;
      const parts = tf.split(
        dy as tf.Tensor,
        saved.map((x) => x.shape[axis]!),
        axis,
      );
      return Object.fromEntries(parts.map((part, i) => [i, () => part]));
    },
  },
  {
    kernelName: tf.Pack,
    saveAllInputs: true,
    gradFunc: (dy, _, attrs) => {
      const parts = tf.unstack(dy as tf.Tensor, (attrs as unknown as tf.PackAttrs).axis);
      return Object.fromEntries(parts.map((part, i) => [i, () => part]));
    },
  },
  {
    kernelName: tf.Unpack,
    gradFunc: (dy, _, attrs) => ({
      value: () => tf.stack(dy as tf.Tensor[], (attrs as unknown as tf.UnpackAttrs).axis),
    }),
  },
  {
    kernelName: tf.SplitV,
    gradFunc: (dy, _, attrs) => ({ x: () => tf.concat(dy as tf.Tensor[], (attrs as unknown as tf.SplitVAttrs).axis) }),
  },
  {
    kernelName: tf.Tile,
    inputsToSave: ['x'],
    gradFunc: (dy, saved, attrs) => {
      const { shape } = saved[0]!;
      const { reps } = attrs as unknown as tf.TileAttrs;
      // [r0, n0, r1, n1, …], summed over every r.
      const split = shape.flatMap((size, axis) => [reps[axis]!, size]);
      const axes = shape.map((_, axis) => 2 * axis);
      return { x: () => tf.sum(tf.reshape(dy as tf.Tensor, split), axes) };
    },
  },
  { kernelName: tf.ZerosLike, gradFunc: (dy) => ({ x: () => tf.zerosLike(dy as tf.Tensor) }) },
  { kernelName: tf.OnesLike, gradFunc: (dy) => ({ x: () => tf.zerosLike(dy as tf.Tensor) }) },
];

function reshaped(kernelName: string, input: string): tf.GradConfig {
  return {
    kernelName,
    inputsToSave: [input],
    gradFunc: (dy, saved) => ({ [input]: () => tf.reshape(dy as tf.Tensor, saved[0]!.shape) }),
  };
}
