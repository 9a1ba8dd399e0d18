import * as tf from '@tensorflow/tfjs-core';
import { differentiable } from '../../../../internal/differentiable.js';
import type { NativeValue } from '../../../../internal/native/backend.js';
import { nativeResult, runNatively, type Operations } from '../../../../internal/native/operations.js';

/** Those of `rotary.ts`, shape [N, 1, headDim] each. */
interface RotaryTables {
  readonly cos: tf.Tensor3D;
  readonly signedSin?: tf.Tensor3D | undefined;
}

/** `rmsNorm` of `layers.ts` on TensorFlow. */
export function nativeRmsNorm(x: tf.Tensor2D, gain: tf.Tensor1D, eps: number, frozen: boolean): tf.Tensor2D {
  return normed(x, gain, { eps, frozen, turned: unturned, turnedBack: unturned, tables: [] });
}

/** `rmsNorm`, then the rotary embedding, on TensorFlow. */
export function nativeNormedRotary(
  x: tf.Tensor2D,
  gain: tf.Tensor1D,
  eps: number,
  { cos, signedSin }: RotaryTables,
  frozen: boolean,
): tf.Tensor2D {
  return normed(x, gain, { eps, frozen, turned, turnedBack, tables: [cos, signedSin!] });
}

/** `applyRotary` of `rotary.ts` on TensorFlow. */
export function nativeRotary(x: tf.Tensor2D, { cos, signedSin }: RotaryTables): tf.Tensor2D {
  const headDim = cos.shape[2];
  const heads = (run: Operations, value: NativeValue) => run.reshape(value, [-1, x.shape[1] / headDim, headDim]);
  const rotary = (from: tf.Tensor, tables: readonly tf.Tensor[], turn: Turn) =>
    nativeResult<tf.Tensor2D>([from, ...tables], (run, value, ...values) =>
      run.reshape(turn(run, heads(run, value), values), [-1, x.shape[1]]),
    );
  return differentiable<tf.Tensor2D, tf.Tensor>([x], () => ({
    value: rotary(x, [cos, signedSin!], turned),
    saved: [cos, signedSin!],
    gradient: (dy, tables) => [rotary(dy, tables, turnedBack)],
  }));
}

/** @param x - Shape [N, heads, headDim]. @param tables - cos and signed sin; none for no turn. */
type Turn = (run: Operations, x: NativeValue, tables: readonly NativeValue[]) => NativeValue;

const unturned: Turn = (_run, x) => x;

/** x·cos + x′·sin, where x′ has the halves of each head in the other order and sin the sign. */
const turned: Turn = (run, x, [cos, sin]) => run.add(run.mul(x, cos!), run.mul(run.roll(x, x.shape.at(-1)! / 2), sin!));

/** The gradient of `turned`. */
const turnedBack: Turn = (run, dy, [cos, sin]) =>
  run.add(run.mul(dy, cos!), run.roll(run.mul(dy, sin!), dy.shape.at(-1)! / 2));

interface NormSettings {
  readonly eps: number;
  readonly frozen: boolean;
  readonly turned: Turn;
  readonly turnedBack: Turn;
  readonly tables: readonly tf.Tensor[];
}

function normed(x: tf.Tensor2D, gain: tf.Tensor1D, { eps, frozen, ...turn }: NormSettings): tf.Tensor2D {
  const [size, width] = [gain.size, x.shape[1]];
  const groups = width / size;
  const isFlat = groups === 1 && turn.tables.length === 0;
  const grouped = (run: Operations, value: NativeValue) => (isFlat ? value : run.reshape(value, [-1, groups, size]));
  const flat = (run: Operations, value: NativeValue) => (isFlat ? value : run.reshape(value, [-1, width]));
  const forward = (run: Operations, ...[value, gains, ...tables]: NativeValue[]) => {
    const heads = grouped(run, value!);
    const scales = run.map('Rsqrt', run.add(run.reduce('Mean', run.map('Square', heads)), run.scalar(eps)));
    const result = turn.turned(run, run.mul(run.mul(heads, scales), gains!), tables);
    return [flat(run, result), scales] as const;
  };
  if (!tf.engine().isTapeOn())
    return nativeResult([x, gain, ...turn.tables], (run, ...values) => forward(run, ...values)[0]);
  return differentiable<tf.Tensor2D, tf.Tensor>(frozen ? [x] : [x, gain], () => {
    const [value, scales] = runNatively([x, gain, ...turn.tables], forward) as [tf.Tensor2D, tf.Tensor];
    return {
      value,
      saved: [x, gain, scales, ...turn.tables],
      gradient: (dy, saved) =>
        runNatively([dy, ...saved], (run, ...[dValue, values, gains, scale, ...tables]) => {
          const upstream = turn.turnedBack(run, grouped(run, dValue!), tables);
          const heads = grouped(run, values!);
          const product = run.mul(upstream, heads);
          // dx = s·g·dy − x·s³·mean(g·dy·x), where s is the scale.
          const rows = run.reshape(product, [-1, size]);
          const shared = run.reshape(
            run.matMul(rows, run.reshape(run.div(gains!, run.scalar(size)), [size, 1])),
            isFlat ? [-1, 1] : [-1, groups, 1],
          );
          const cubed = run.mul(scale!, run.mul(scale!, scale!));
          const dx = run.sub(run.mul(run.mul(upstream, gains!), scale!), run.mul(heads, run.mul(shared, cubed)));
          if (frozen) return [flat(run, dx)];
          const dGain = run.matMul(run.reshape(scale!, [1, -1]), rows);
          return [flat(run, dx), run.reshape(dGain, [size])];
        }),
    };
  });
}
