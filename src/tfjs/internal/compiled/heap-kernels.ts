import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from '../memory/host-memory.js';
import { isKernelSize, kernelsOver, type Kernels } from './kernels.js';

/** The compiled kernels over the tensors of the `wasm` backend. */
export interface HeapKernels {
  readonly kernels: Kernels;
  /** Where a tensor begins. */
  readonly at: (tensor: tf.Tensor) => number;
  /** @returns A new tensor, whatever was in the memory. */
  readonly empty: <T extends tf.Tensor>(shape: readonly number[]) => T;
  /** @returns A new tensor of zeros. */
  readonly zeros: <T extends tf.Tensor>(shape: readonly number[]) => T;
}

/** @param size - Of the rows that are computed. @returns Undefined on other backends, and where the kernels do not take that size. */
export function heapKernels(size: number): HeapKernels | undefined {
  const memory = hostMemory();
  if (memory?.heap === undefined || !isKernelSize(size)) return undefined;
  const { heap } = memory;
  const tensor = <T extends tf.Tensor>(info: tf.TensorInfo) => tf.engine().makeTensorFromTensorInfo(info) as T;
  return {
    kernels: kernelsOver(heap.memory),
    at: (tensor) => heap.addressOf(tensor),
    empty: (shape) => tensor(memory.empty([...shape])),
    zeros: (shape) => tensor(memory.zeros([...shape])),
  };
}
