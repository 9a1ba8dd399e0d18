import * as tf from '@tensorflow/tfjs-core';
import { scope } from './memory/scope.js';

/** The result of a forward pass. */
interface Forward<T extends tf.Tensor, X extends tf.Tensor> {
  readonly value: T;
  /** Tensors that the gradient needs. Default: none. */
  readonly saved?: readonly X[];
  /** @returns The gradient of each input. @param dy - That of the value. */
  readonly gradient: (dy: T, saved: X[]) => X[];
}

/**
 * A function of tensors with its gradient written out: `tf.customGrad` with types, so that no gradient need be registered for the
 * operations inside.
 */
export function differentiable<T extends tf.Tensor, X extends tf.Tensor = T>(
  inputs: readonly X[],
  forward: (...inputs: X[]) => Forward<T, X>,
): T {
  if (!tf.engine().isTapeOn()) return scope(() => forward(...(inputs as X[])).value);
  return tf.customGrad((...args) => {
    const { value, saved = [], gradient } = forward(...(args.slice(0, inputs.length) as X[]));
    (args[inputs.length] as unknown as tf.GradSaveFunc)([...saved]);
    return { value, gradFunc: (dy: tf.Tensor, kept: tf.Tensor[]) => gradient(dy as T, kept as X[]) };
  })(...(inputs as readonly tf.Tensor[]));
}

/** @returns The same values, through which no gradient flows. */
export function detach<T extends tf.Tensor>(tensor: T): T {
  return differentiable<T>([tensor], (x) => ({ value: x.clone(), gradient: (dy) => [tf.zerosLike(dy)] }));
}

/**
 * Attaches given derivatives to a value that was computed outside the tape: the tape sees only the value and `gradients`.
 *
 * @param value - A scalar, or of the tensors' shape where each element depends on its own alone.
 * @param tensors - The tensors that it depends on.
 * @param gradients - ∂ value / ∂ tensor, one for each, of its shape.
 */
export function withGradients<T extends tf.Tensor>(
  value: T,
  tensors: readonly tf.Tensor[],
  gradients: readonly tf.Tensor[],
): T {
  return differentiable<T, tf.Tensor>(tensors, () => ({
    value: value.clone(),
    saved: gradients,
    gradient: (dy, saved) => saved.map((gradient) => tf.mul(gradient, dy)),
  }));
}
