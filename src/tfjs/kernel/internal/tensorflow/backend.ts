import * as tf from '@tensorflow/tfjs-core';

/** The parts of tfjs-node's NodeJSKernelBackend that are used here. */
export interface NativeBackend {
  readonly binding: { readonly TF_ATTR_TYPE: number; readonly TF_FLOAT: number; readonly TF_INT32: number };
  executeMultipleOutputs(
    name: string,
    attributes: readonly { readonly name: string; readonly type: number; readonly value: number }[],
    inputs: readonly tf.Tensor[],
    outputs: number,
  ): tf.Tensor[];
}

/** @returns The current backend if it is TensorFlow's C library and runs operations by name, else undefined. */
export function nativeBackend(): NativeBackend | undefined {
  if (tf.getBackend() !== 'tensorflow') return undefined;
  const backend = tf.backend() as unknown as Partial<NativeBackend>;
  return typeof backend.executeMultipleOutputs === 'function' && backend.binding !== undefined
    ? (backend as NativeBackend)
    : undefined;
}
