/** Python as WebAssembly: a sandbox for machines without Linux, and the tool over it. */
export { createWasmSandbox } from './wasm/wasm-sandbox.js';
export type { WasmSandboxOptions } from './wasm/options.js';
export { createPythonTool } from './python-tool.js';
export type { BatchOptions, IsolationReport, SandboxLimits, SandboxSession } from '../base/index.js';
