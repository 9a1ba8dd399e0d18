import * as tf from '@tensorflow/tfjs-core';
import { nativeBackend, type NativeValue } from '../../internal/native/backend.js';
import { runNatively, type Operations } from '../../internal/native/operations.js';

/** Numbers of a piece: its temporary results stay in cache, and are small enough that memory is used again. */
const PIECE = 65_536;

/** The numbers of one step. */
export interface AdamWNumbers {
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
  readonly gradientScale: number;
  /** 1 − β₁ᵗ and 1 − β₂ᵗ. */
  readonly firstCorrection: number;
  readonly secondCorrection: number;
  readonly learningRate: number;
  readonly weightDecay: number;
}

/** Of equal shapes. */
interface AdamWTensors {
  readonly parameter: tf.Tensor;
  readonly first: tf.Tensor;
  readonly second: tf.Tensor;
  readonly gradient: tf.Tensor;
}

/**
 * One step of AdamW on TensorFlow, a piece of the parameter at a time. A large matrix as a whole would have every operation read and write all of
 * it in memory that is new each time, which takes ten times as long as the arithmetic.
 *
 * @returns The new parameter and its moments.
 */
export function nativeAdamW(
  { parameter, first, second, gradient }: AdamWTensors,
  numbers: AdamWNumbers,
): { readonly parameter: tf.Tensor; readonly first: tf.Tensor; readonly second: tf.Tensor } {
  const { size, shape } = parameter;
  // On a GPU there is no such cache, and each operation has its price.
  const piece = nativeBackend()!.isUsingGpuDevice === true ? Math.max(1, size) : PIECE;
  const stepped = runNatively(
    [parameter, first, second, gradient, ...factorsOf(numbers).map((factor) => tf.scalar(factor))],
    (run, ...[theta, m, v, g, ...factors]) => {
      const flat = [theta, m, v, g].map((whole) => run.reshape(whole!, [-1]));
      const pieces = Array.from({ length: Math.max(1, Math.ceil(size / piece)) }, (_, i) => {
        const count = Math.min(piece, size - i * piece);
        return run.within(() =>
          step(
            run,
            flat.map((whole) => run.slice(whole, i * piece, count)),
            factors,
          ),
        );
      });
      return [0, 1, 2].map((which) =>
        run.reshape(
          run.concat(
            pieces.map((piece) => piece[which]!),
            0,
          ),
          shape,
        ),
      );
    },
  );
  return { parameter: stepped[0]!, first: stepped[1]!, second: stepped[2]! };
}

/** What a step multiplies by and adds, in the order in which `step` takes them. */
function factorsOf(numbers: AdamWNumbers): readonly number[] {
  const { beta1, beta2, epsilon, gradientScale, firstCorrection, secondCorrection } = numbers;
  return [
    ...[gradientScale, beta1, 1 - beta1, beta2, 1 - beta2],
    ...[1 / Math.sqrt(secondCorrection), epsilon],
    ...[numbers.learningRate / firstCorrection, 1 - numbers.learningRate * numbers.weightDecay],
  ];
}

function step(
  run: Operations,
  [theta, m, v, unscaled]: readonly NativeValue[],
  [scale, beta1, rest1, beta2, rest2, correction, epsilon, rate, decay]: readonly NativeValue[],
): readonly NativeValue[] {
  const gradient = run.mul(unscaled!, scale!);
  const first = run.add(run.mul(m!, beta1!), run.mul(gradient, rest1!));
  const second = run.add(run.mul(v!, beta2!), run.mul(run.map('Square', gradient), rest2!));
  const denominator = run.add(run.mul(run.map('Sqrt', second), correction!), epsilon!);
  const update = run.mul(run.div(first, denominator), rate!);
  return [run.sub(run.mul(theta!, decay!), update), first, second];
}
