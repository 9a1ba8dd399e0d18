import type * as Os from 'node:os';
import { MissingPeerError } from '../base/index.js';
import type { setMaxListeners } from 'node:events';

/**
 * A module of the runtime, by its name. Nothing is imported: the caller loads in a browser, and a bundler finds no module
 * that it cannot have.
 *
 * @returns undefined where the runtime has none, or does not say (browsers).
 */
export function builtInModule(name: string): unknown {
  const runtime = globalThis.process as { getBuiltinModule?: (name: string) => unknown } | undefined;
  return runtime?.getBuiltinModule?.(name);
}

/** @returns How many threads or processes can run at once; 1 where the runtime does not say. */
export function availableThreads(): number {
  const os = builtInModule('node:os') as typeof Os | undefined;
  return os?.availableParallelism() ?? 1;
}

/** @returns The bytes of memory that this process may have in all; 0 where the runtime does not say. */
export function availableMemory(): number {
  const os = builtInModule('node:os') as typeof Os | undefined;
  const total = os?.totalmem() ?? 0;
  // 0 where nothing limits the process.
  const limit = globalThis.process?.constrainedMemory?.() ?? 0;
  return limit > 0 ? Math.min(total, limit) : total;
}

/**
 * Loads an optional peer.
 *
 * @param what - What needs it, in the plural.
 * @throws MissingPeerError that says what to install.
 */
export async function importPeer<T>(what: string, name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingPeerError(what, name, { cause });
  }
}

/** Node warns of a leak at the eleventh listener of a signal; every call under way listens, and thousands are no leak. */
export function allowManyListeners(signal: AbortSignal): void {
  const events = builtInModule('node:events') as { readonly setMaxListeners: typeof setMaxListeners } | undefined;
  // Browsers count no listeners.
  events?.setMaxListeners(0, signal);
}
