import { SandboxError } from '../../base/index.js';

/** A browser is told when it calls this, and not when it loads the module. */
export function createRedisSandbox(): Promise<never> {
  return Promise.reject(new SandboxError('createRedisSandbox opens sockets, which needs Node: a browser has none'));
}
