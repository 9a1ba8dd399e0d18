/** What the local sandbox needs of WebAssembly. */
export { startWasmSandbox } from './start-wasm-sandbox.js';
