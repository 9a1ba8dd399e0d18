import { SandboxError } from '../../base/index.js';

/** A browser is told when it calls this, and not when it loads the module. */
export function createLocalSandbox(): Promise<never> {
  return Promise.reject(new SandboxError('createLocalSandbox starts processes, which needs Node: a browser has none'));
}
