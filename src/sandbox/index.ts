/** Running model-written code: backends of the `Sandbox` seam and the tools over it. */
export { createLocalSandbox } from './local/local-sandbox.js';
export type { LocalSandboxOptions, MechanismName } from './local/options.js';
export { DEFAULT_LIMITS } from './limits.js';
export { createPythonTool } from './python-tool.js';
export type { PythonToolOptions } from './python-tool.js';
