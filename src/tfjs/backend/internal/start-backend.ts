import * as tf from '@tensorflow/tfjs-core';
import { MissingPeerError } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import { guardWasmMemory, withoutProcessHandlers } from '../../internal/wasm-program.js';
import { BackendUnavailable } from '../backend-choice.js';

/** Imports an optional package. @throws BackendUnavailable if it is not installed or fails to load. */
export async function importOptional<T>(packageName: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const code = (cause as { code?: unknown } | null)?.code;
    const missing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    const names = cause instanceof Error && cause.message.includes(packageName);
    if (missing && names)
      throw new BackendUnavailable(`${packageName} is not installed`, {
        cause: new MissingPeerError('tensors on this backend', packageName, { cause }),
      });
    throw new BackendUnavailable(`${packageName} does not load (${messageOf(cause)})`, { cause });
  }
}

/**
 * Makes a registered backend the current one.
 *
 * `tf.setBackend` only prints the error of a backend that fails to start, so the error is caught where the backend is made.
 *
 * @throws BackendUnavailable with the cause if the backend does not start.
 */
export async function activateBackend(tfjsName: string): Promise<void> {
  const registration = tf.engine().registryFactory[tfjsName];
  if (registration === undefined)
    throw new BackendUnavailable(
      'is installed but does not register itself (is @tensorflow/tfjs-core installed twice?)',
    );
  const { factory } = registration;
  let cause: unknown = new Error('another backend was selected in the meantime');
  registration.factory = async () => {
    try {
      return await factory();
    } catch (error) {
      cause = error;
      throw error;
    }
  };
  try {
    if (await tf.setBackend(tfjsName)) return await tf.ready();
  } catch (error) {
    cause = error;
  } finally {
    registration.factory = factory;
  }
  throw new BackendUnavailable(`is installed but does not start (${messageOf(cause)})`, { cause });
}

/** @returns The first line of an error's message. The wasm backend also rejects with plain objects that have a message. */
export function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return (typeof message === 'string' ? message : errorMessage(error)).split('\n')[0]!;
}

/** @returns Whether the process is Node or another runtime with Node's API, as opposed to a browser. */
export function isNode(): boolean {
  return typeof process !== 'undefined' && process.versions?.node !== undefined;
}

/** Starts the plain JavaScript backend. */
export async function startCpu(): Promise<string> {
  await importOptional('@tensorflow/tfjs-backend-cpu', () => import('@tensorflow/tfjs-backend-cpu'));
  await activateBackend('cpu');
  return 'plain JavaScript';
}

/** Starts TensorFlow's C library. @returns What it runs on. */
export async function startTensorflow(name: 'node' | 'node-gpu'): Promise<string> {
  if (!isNode()) throw new BackendUnavailable('needs Node');
  // A variable: bundlers for browsers would resolve a literal.
  const packageName = name === 'node' ? '@tensorflow/tfjs-node' : '@tensorflow/tfjs-node-gpu';
  await importOptional(packageName, () => import(packageName) as Promise<unknown>);
  await activateBackend('tensorflow');
  const { isUsingGpuDevice } = tf.backend() as { isUsingGpuDevice?: boolean };
  if (name === 'node-gpu' && isUsingGpuDevice !== true) throw new BackendUnavailable('is installed but finds no GPU');
  return `TensorFlow on ${isUsingGpuDevice === true ? 'the GPU' : 'the CPU'}`;
}

const PACKAGE = '@tensorflow/tfjs-backend-wasm';

/** Starts the WebAssembly backend. @returns How many threads it has and whether it has SIMD. */
export async function startWasm(path: string | undefined): Promise<string> {
  const loaded = await importOptional(PACKAGE, () => import('@tensorflow/tfjs-backend-wasm'));
  const wasm = 'setWasmPaths' in loaded ? loaded : (loaded as { default: typeof loaded }).default;
  const folder = path ?? binaryFolder();
  if (folder !== undefined && tf.engine().registry[WASM] === undefined) {
    try {
      wasm.setWasmPaths(folder);
      startedFolder = folder;
    } catch (cause) {
      throw new BackendUnavailable('failed to start before, and can be started only once in a process', { cause });
    }
  }
  await withoutProcessHandlers(() => activateBackend(WASM));
  guardWasmMemory();
  const simd = await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT');
  return `${wasm.getThreadsCount()} thread(s)${simd === true ? ', SIMD' : ''}`;
}

const WASM = 'wasm';
let startedFolder: string | undefined;

/** @returns The folder that the wasm backend reads its binaries from, for worker threads. */
export function wasmFolder(): string | undefined {
  return startedFolder;
}

/** @returns The folder of the package's binaries, which a bundle would not find on its own; undefined outside Node. */
function binaryFolder(): string | undefined {
  if (!isNode()) return undefined;
  const module = process.getBuiltinModule?.('node:module');
  const paths = process.getBuiltinModule?.('node:path');
  if (module === undefined || paths === undefined) return undefined;
  try {
    const require = module.createRequire(paths.join(process.cwd(), 'package.json'));
    return paths.join(paths.dirname(require.resolve(`${PACKAGE}/package.json`)), 'dist', paths.sep);
  } catch {
    // The package is not installed in the working directory. It looks for its binaries beside its own code.
    return undefined;
  }
}
