import * as tf from '@tensorflow/tfjs-core';
import { scope } from '../../internal/memory/scope.js';

/**
 * `tf.variableGrads`, but for what happens when the forward or backward pass throws: tfjs then keeps every activation that
 * was saved for the backward pass. Here each tensor that was kept since the start is freed.
 */
export function variableGradients(
  loss: () => tf.Scalar,
  variables: readonly tf.Variable[],
): { readonly value: tf.Scalar; readonly gradients: ReadonlyMap<tf.Variable, tf.Tensor> } {
  const engine = tf.engine();
  const kept: tf.Tensor[] = [];
  const keep = engine.keep.bind(engine);
  // An own property in front of the class's method; what the passes keep goes through it, tfjs's own saving included.
  engine.keep = <T extends tf.Tensor>(tensor: T): T => {
    kept.push(tensor);
    return keep(tensor);
  };
  try {
    // The loss itself would outlive a backward pass that throws.
    const { value, grads } = scope(() => tf.variableGrads(loss, [...variables]));
    return { value, gradients: new Map(variables.map((variable) => [variable, grads[variable.name]!])) };
  } catch (error) {
    for (const tensor of kept) if (!tensor.isDisposed) tensor.dispose();
    if (engine.state.gradientDepth === 0) engine.state.activeTape = [];
    throw error;
  } finally {
    delete (engine as Partial<typeof engine>).keep;
  }
}
