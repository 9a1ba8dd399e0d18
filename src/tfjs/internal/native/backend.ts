import * as tf from '@tensorflow/tfjs-core';

/** A value as TensorFlow's binding describes it. */
export interface NativeValue {
  readonly id: number;
  readonly shape: number[];
  /** TensorFlow's number of the type. */
  readonly dtype: number;
}

/** An attribute of an operation: its name, TensorFlow's number of its type, and its value. */
export interface NativeAttribute {
  readonly name: string;
  readonly type: number;
  readonly value: number | boolean | string | readonly number[];
}

/** The parts of tfjs-node's NodeJSKernelBackend that are used here. */
export interface NativeBackend {
  readonly isUsingGpuDevice?: boolean;
  readonly binding: {
    readonly TF_ATTR_TYPE: number;
    readonly TF_ATTR_BOOL: number;
    readonly TF_ATTR_INT: number;
    readonly TF_ATTR_SHAPE: number;
    readonly TF_ATTR_STRING: number;
    readonly TF_FLOAT: number;
    readonly TF_INT32: number;
    createTensor(shape: readonly number[], dtype: number, values: Float32Array | Int32Array): number;
    deleteTensor(id: number): void;
    executeOp(
      name: string,
      attributes: readonly NativeAttribute[],
      inputs: readonly number[],
      outputs: number,
    ): NativeValue[];
  };
  executeMultipleOutputs(
    name: string,
    attributes: readonly NativeAttribute[],
    inputs: readonly tf.Tensor[],
    outputs: number,
  ): tf.Tensor[];
  /** Hands tensors' values over to TensorFlow where that has not been done; their numbers there. */
  getInputTensorIds(tensors: readonly tf.Tensor[]): number[];
  /** A tensor that owns the value. */
  createOutputTensor(value: NativeValue): tf.Tensor;
}

/** @returns The current backend if it is TensorFlow's C library and runs operations by name, else undefined. */
export function nativeBackend(): NativeBackend | undefined {
  if (tf.getBackend() !== 'tensorflow') return undefined;
  const backend = tf.backend() as unknown as Partial<NativeBackend>;
  return typeof backend.executeMultipleOutputs === 'function' && backend.binding !== undefined
    ? (backend as NativeBackend)
    : undefined;
}
