import * as tf from '@tensorflow/tfjs-core';
import { activateBackend, importOptional, isNode } from './activate-backend.js';
import { BackendUnavailable } from '../backend-choice.js';

/** Starts TensorFlow's C library. @returns What it runs on. */
export async function startTensorflow(name: 'node' | 'node-gpu'): Promise<string> {
  if (!isNode()) throw new BackendUnavailable('needs Node');
  // Not a literal, so that a bundler for browsers leaves it alone.
  const packageName = name === 'node' ? '@tensorflow/tfjs-node' : '@tensorflow/tfjs-node-gpu';
  await importOptional(packageName, () => import(packageName) as Promise<unknown>);
  await activateBackend('tensorflow');
  const { isUsingGpuDevice } = tf.backend() as { isUsingGpuDevice?: boolean };
  if (name === 'node-gpu' && isUsingGpuDevice !== true) throw new BackendUnavailable('is installed but finds no GPU');
  return `TensorFlow on ${isUsingGpuDevice === true ? 'the GPU' : 'the CPU'}`;
}
