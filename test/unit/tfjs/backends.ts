import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-cpu';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Makes a backend current; the tests of the model run on both that keep tensors in this process's memory. */
export async function useBackend(name: 'cpu' | 'wasm'): Promise<void> {
  if (name === 'wasm') {
    const entry = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
    setWasmPaths(`${dirname(entry)}/`);
  }
  await tf.setBackend(name);
  await tf.ready();
}
