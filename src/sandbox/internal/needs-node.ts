import { SandboxError } from '../../base/index.js';

/** Rejects, for what stands in for a function in a browser: the call fails, not the import of the module. */
export function needsNode(what: string): Promise<never> {
  return Promise.reject(new SandboxError(`${what}, which needs Node: a browser has none`));
}
