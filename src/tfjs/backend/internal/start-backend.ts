import * as tf from '@tensorflow/tfjs-core';
import { errorMessage } from '../../../base/internal/index.js';
import { guardWasmMemory, withoutProcessHandlers } from '../../internal/wasm-program.js';
import { BackendUnavailable } from '../backend-choice.js';

/** Imports an optional package. @throws BackendUnavailable if it is not installed or fails to load. */
export async function importOptional<T>(packageName: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    const missing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    const names = error instanceof Error && error.message.includes(packageName);
    throw new BackendUnavailable(
      missing && names ? `${packageName} is not installed` : `${packageName} does not load (${messageOf(error)})`,
    );
  }
}

/** Makes a registered backend the current one. @throws BackendUnavailable if it does not start. */
export async function activateBackend(tfjsName: string): Promise<void> {
  let started: boolean;
  try {
    started = await tf.setBackend(tfjsName);
  } catch (error) {
    throw new BackendUnavailable(`does not start (${messageOf(error)})`);
  }
  if (!started) throw new BackendUnavailable('does not start');
  await tf.ready();
}

/** @returns The first line of what an error says. */
export function messageOf(error: unknown): string {
  return errorMessage(error).split('\n')[0]!;
}

/** @returns Whether this is Node (or a runtime that says it is), as opposed to a browser. */
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
  // Not a literal, so that a bundler for browsers leaves it alone.
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
  // The paths can be set only before the backend starts for the first time.
  if (folder !== undefined && tf.engine().registry[WASM] === undefined) wasm.setWasmPaths(folder);
  await withoutProcessHandlers(() => activateBackend(WASM));
  guardWasmMemory();
  const simd = await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT');
  return `${wasm.getThreadsCount()} thread(s)${simd === true ? ', SIMD' : ''}`;
}

const WASM = 'wasm';

/** Where the package keeps its binaries, so that they are found from inside a bundle as well; Node only. */
function binaryFolder(): string | undefined {
  if (!isNode()) return undefined;
  const module = process.getBuiltinModule?.('node:module');
  const paths = process.getBuiltinModule?.('node:path');
  if (module === undefined || paths === undefined) return undefined;
  try {
    const require = module.createRequire(paths.join(process.cwd(), 'package.json'));
    return paths.join(paths.dirname(require.resolve(`${PACKAGE}/package.json`)), 'dist', paths.sep);
  } catch {
    // Not installed below the working directory: the package finds its binaries beside its own code.
    return undefined;
  }
}
