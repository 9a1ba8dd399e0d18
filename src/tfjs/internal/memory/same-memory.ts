import * as tf from '@tensorflow/tfjs-core';

/**
 * @returns Another name for a tensor's memory, which lives until both are disposed of; no operation, so on no tape. A `clone`
 *   copies on wasm, and a `reshape` counts as a tensor of its own on TensorFlow.
 */
export function sameMemory<T extends tf.Tensor>({ dataId, shape, dtype }: T): T {
  tf.backend().incRef(dataId);
  return tf.engine().makeTensorFromTensorInfo({ dataId, shape, dtype }) as T;
}
