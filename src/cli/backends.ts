/** What `--backend` may say; the tensor library is loaded when it is needed. */
export const BACKENDS = ['auto', 'node-gpu', 'node', 'webgpu', 'wasm', 'cpu'] as const;
