/**
 * @param known - The names, with spaces between them.
 * @throws TypeError for an option that is not known, with the list of those that are.
 */
export function checkKnown(options: object, known: string, path: string): void {
  const names = known.split(' ');
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${path}: expected only ${names.join(', ')}, got ${JSON.stringify(unknown)}`);
}

/** @throws RangeError for a name that is none of those, with their list. */
export function checkName(name: unknown, known: readonly string[], path: string): void {
  if (!known.includes(name as string))
    throw new RangeError(`${path}: expected one of ${known.join(', ')}, got ${JSON.stringify(name)}`);
}
