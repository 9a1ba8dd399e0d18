export { BACKENDS, type BackendChoice, type BackendName } from './backend-choice.js';
export { registerGradients } from './register-gradients.js';
export { selectBackend, type SelectBackendOptions } from './select-backend.js';
export { wasmFolder } from './internal/start-backend.js';
