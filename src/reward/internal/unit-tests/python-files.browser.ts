/** The files of `reward/python` by their names, as JSON, which the build puts here: a bundle for browsers has no files beside it. */
declare const REWARD_PYTHON: string;

export function readPython(name: string): string {
  return (JSON.parse(REWARD_PYTHON) as Readonly<Record<string, string>>)[name]!;
}
