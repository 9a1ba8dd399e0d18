import * as tf from '@tensorflow/tfjs-core';
import { activateBackend, importOptional, isNode } from './activate-backend.js';
import { guardWasmMemory, withoutProcessHandlers } from '../../internal/wasm-program.js';

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
