import { SandboxError } from '../../base/index.js';

/** In a browser the package has no files, threads or processes. */
export function packageEntry(name: string): never {
  throw new SandboxError(`${name} of rstar2-agent runs in Node, Bun and Deno, not in a browser`);
}
