/** The names of an interface, each once: the compiler holds them complete. */
export type Names<T> = { readonly [K in keyof Required<T>]: true };

/** @throws TypeError for an option that is not known, with the list of those that are. */
export function checkKnown<T extends object>(options: T, known: Names<T>, path: string): void {
  for (const name of Object.keys(options))
    if (!Object.hasOwn(known, name))
      throw new TypeError(`${path}: expected only ${Object.keys(known).join(', ')}, got ${JSON.stringify(name)}`);
}

/** @throws RangeError for a name that is none of those, with their list. */
export function checkName(name: unknown, known: readonly string[], path: string): void {
  if (!known.includes(name as string))
    throw new RangeError(`${path}: expected one of ${known.join(', ')}, got ${JSON.stringify(name)}`);
}
