import type * as Os from 'node:os';

/**
 * A module of the runtime, by its name. Nothing is imported: the caller loads in a browser, and a bundler finds no module
 * that it cannot have.
 *
 * @returns undefined where the runtime has none, or does not say (browsers, Node before 20.16).
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
