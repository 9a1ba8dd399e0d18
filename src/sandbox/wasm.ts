/** Python as WebAssembly: a sandbox for systems other than Linux, and its Python tool. */
export { createWasmSandbox } from './wasm/wasm-sandbox.js';
export type { WasmSandboxOptions } from './wasm/options.js';
export { createPythonTool } from './python-tool.js';
export type { BatchOptions, IsolationReport, SandboxLimits, SandboxSession } from '../base/index.js';
