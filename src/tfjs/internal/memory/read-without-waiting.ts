import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from './host-memory.js';

/**
 * A tensor's values, where having them does not stall a device's queue: `cpu` and `wasm` keep them in this process's
 * memory, and TensorFlow's C library runs operations as they are called.
 *
 * @returns A copy of the values, or undefined on WebGL and WebGPU.
 */
export function readWithoutWaiting(tensor: tf.Tensor1D): Float32Array | Int32Array | undefined {
  if (hostMemory() === undefined && tf.getBackend() !== 'tensorflow') return undefined;
  return tensor.dataSync() as Float32Array | Int32Array;
}
