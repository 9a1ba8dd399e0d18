import * as tf from '@tensorflow/tfjs-core';
import type { ExternalError } from '../../base/index.js';
import { HEAP_END, WasmOutOfMemory } from './wasm-program.js';

/** What emscripten's programs end in: `abort()`, or an access past the end of the heap. */
const WASM_ENDED = /^Aborted\(|memory access out of bounds/;

/**
 * Runs work on the current backend. A wasm program that has run out of memory, after which every call may say no more than
 * `Aborted()`, becomes the error of the seam and says what to do.
 *
 * @param what - Which call it is; starts the message.
 */
export async function engineFailure<T>(
  what: string,
  Failure: new (message: string, options: { readonly cause: unknown }) => ExternalError,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const advice = adviceFor(cause);
    if (advice === undefined) throw cause;
    throw new Failure(`${what}: ${advice}`, { cause });
  }
}

function adviceFor(error: unknown): string | undefined {
  const smaller = 'fewer tokens a pass, a smaller model or another backend';
  if (error instanceof WasmOutOfMemory)
    return `the wasm backend is out of memory (${error.message}); ${HEAP_END}. It needs ${smaller}`;
  if (error instanceof Error && tf.getBackend() === 'wasm' && WASM_ENDED.test(error.message))
    return (
      `the wasm backend has ended, most likely out of memory (${HEAP_END}), and every later call in this ` +
      `process will fail. Start a new process and go on from the last checkpoint, with ${smaller}`
    );
  return undefined;
}
