import * as tf from '@tensorflow/tfjs-core';
import '@tensorflow/tfjs-backend-cpu';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** Where `npm run test:native` has built TensorFlow's node backend; not set otherwise. */
const NATIVE = process.env['RSTAR2_NATIVE'];

export type TestBackend = 'cpu' | 'wasm' | 'tensorflow';

/** What tests run on: both that keep tensors in this process's memory, or the native one alone. */
export const KERNEL_BACKENDS: readonly TestBackend[] = NATIVE === undefined ? ['cpu', 'wasm'] : ['tensorflow'];

/** Makes a backend current. */
export async function useBackend(name: TestBackend): Promise<void> {
  if (name === 'tensorflow') await import(`${NATIVE}/dist/index.js`);
  if (name === 'wasm') {
    const entry = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
    setWasmPaths(`${dirname(entry)}/`);
  }
  await tf.setBackend(name);
  await tf.ready();
}
