import type { Sandbox } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { wasmOptionsSchema, type WasmSandboxOptions } from './options.js';
import { startWasmSandbox } from './internal/start-wasm-sandbox.js';

/**
 * Starts a sandbox whose Python is WebAssembly (Pyodide): it needs neither Linux nor an installed Python. Each slot is a
 * process under the permissions of the runtime, without environment, files or other processes.
 *
 * @throws SandboxError if more protection is missing than `allowMissing` allows, or no interpreter starts; MissingPeerError without the
 * peer `pyodide`; TypeError or RangeError for bad options.
 * @example
 * // Node 25 or newer, or Deno. Older ones cannot deny the network: createWasmSandbox({ allowMissing: ['network'] })
 * const sandbox = await createWasmSandbox();
 * const result = await sandbox.run({ code: 'sum(range(10))' });
 * result.kind === 'ok' && result.value; // '45'
 * await sandbox.close();
 */
export async function createWasmSandbox(options: WasmSandboxOptions = {}): Promise<Sandbox> {
  return startWasmSandbox(parseOptions(wasmOptionsSchema, options));
}
