import { SandboxError } from '../../base/index.js';

/** A browser is told when it calls this, and not when it loads the module. */
export function createSandboxServer(): Promise<never> {
  return Promise.reject(
    new SandboxError('createSandboxServer listens on a port, which needs Node: a browser has none'),
  );
}
