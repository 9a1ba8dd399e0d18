import * as tf from '@tensorflow/tfjs-core';

/**
 * `tf.tidy` for any shape of result: the tensors found in what `work` returns (in plain objects and arrays) live on, all
 * others that it made are freed. tfjs's own type refuses interfaces and undefined members; at run time both are fine.
 */
export function scope<T>(work: () => T): T {
  return tf.tidy(work as () => tf.TensorContainer) as T;
}

/**
 * @returns Another name for a tensor's memory, which lives until both are disposed of; no operation, so on no tape. A `clone`
 *   copies on wasm, and a `reshape` counts as a tensor of its own on TensorFlow.
 */
export function sameMemory<T extends tf.Tensor>({ dataId, shape, dtype }: T): T {
  tf.backend().incRef(dataId);
  return tf.engine().makeTensorFromTensorInfo({ dataId, shape, dtype }) as T;
}
