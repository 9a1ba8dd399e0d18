import * as tf from '@tensorflow/tfjs-core';

/**
 * `tf.tidy` for any shape of result: the tensors found in what `work` returns (in plain objects and arrays) live on, all
 * others that it made are freed. tfjs's own type refuses interfaces and undefined members; at run time both are fine.
 */
export function scope<T>(work: () => T): T {
  return tf.tidy(work as () => tf.TensorContainer) as T;
}
