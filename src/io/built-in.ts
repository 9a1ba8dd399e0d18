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
