import * as tf from '@tensorflow/tfjs-core';
import { type ExternalError, LearnerError } from '../../base/index.js';

/** The heap could not grow; the program itself goes on. */
export class WasmOutOfMemory extends Error {
  override readonly name = 'WasmOutOfMemory';
}

/** The part of the compiled program that hands out memory. */
interface WasmProgram {
  _malloc(bytes: number): number;
}

const guarded = new WeakSet<WasmProgram>();

/**
 * Makes the current wasm backend refuse an allocation that does not fit in its heap. Without this, it takes the null pointer for an
 * address, overwrites its own data with a tensor, and aborts some calls later.
 */
export function guardWasmMemory(): void {
  const { wasm } = tf.backend() as unknown as { readonly wasm: WasmProgram };
  if (guarded.has(wasm)) return;
  guarded.add(wasm);
  // The first call puts the compiled function in its own place; so it comes before ours does.
  wasm._malloc(1);
  const allocate = wasm._malloc.bind(wasm);
  wasm._malloc = (bytes) => {
    const address = allocate(bytes);
    if (address === 0 && bytes > 0) throw new WasmOutOfMemory(`cannot allocate ${bytes.toLocaleString('en')} bytes`);
    return address;
  };
}

/** Where the heap of a wasm program ends, whatever the machine has. */
const HEAP_BYTES = 2 ** 32;

/** That, for messages. */
export const HEAP_END = `its heap ends at ${gigabytes(HEAP_BYTES)}`;

/**
 * Refuses work that cannot fit in the current backend's memory, before any allocation; only for wasm, whose limit is known.
 *
 * @param bytes - Bytes that are needed at least.
 * @param what - The start of the message: what needs the memory.
 * @throws LearnerError with both numbers.
 */
export function checkWasmRoom(bytes: number, what: string, advice: string): void {
  if (tf.getBackend() !== 'wasm' || bytes < HEAP_BYTES) return;
  throw new LearnerError(`${what} needs at least ${gigabytes(bytes)}, and on the wasm backend ${HEAP_END}: ${advice}`);
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Starts a program that emscripten compiled, and takes back the two handlers that it puts on the process: they throw what
 * they are given once more, from their own code, so that a user's error is reported under the source of the wasm package.
 */
export async function withoutProcessHandlers(start: () => Promise<void>): Promise<void> {
  if (typeof process === 'undefined' || typeof process.listeners !== 'function') return start();
  const before = EVENTS.map((event) => new Set<unknown>(process.listeners(event as 'uncaughtException')));
  try {
    await start();
  } finally {
    EVENTS.forEach((event, i) => {
      for (const listener of process.listeners(event as 'uncaughtException'))
        if (!before[i]!.has(listener) && isEmscripten(listener)) process.removeListener(event, listener);
    });
  }
}

/** A user may add a handler in the meantime; emscripten's are one line that throws. */
function isEmscripten(listener: (...args: never[]) => unknown): boolean {
  const source = listener.toString();
  return source.length < 200 && source.includes('throw');
}

/** How emscripten's programs fail: `abort()`, or an access past the end of the heap. */
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
      `process will fail. Start a new process and continue from the last checkpoint, with ${smaller}`
    );
  return undefined;
}
