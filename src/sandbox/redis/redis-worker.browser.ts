import { SandboxError } from '../../base/index.js';

/** A browser is told when it calls this, and not when it loads the module. */
export function startRedisWorker(): Promise<never> {
  return Promise.reject(new SandboxError('startRedisWorker opens sockets, which needs Node: a browser has none'));
}
