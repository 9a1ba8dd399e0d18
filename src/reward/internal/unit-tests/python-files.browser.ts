/** The files of `reward/python` by their names, which the build puts here: a bundle for browsers has no files beside it. */
declare const REWARD_PYTHON: Readonly<Record<string, string>>;

export function readPython(name: string): string {
  return REWARD_PYTHON[name]!;
}
