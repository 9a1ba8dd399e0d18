import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const url = import.meta.url as string | undefined; // none in CommonJS; `__dirname` alone would be a trap: node -e has one in every module
const here = url === undefined ? __dirname : dirname(fileURLToPath(url));

/** @returns The text of a module in `reward/python`. */
export function readPython(name: string): string {
  return readFileSync(join(here, '..', '..', 'python', `${name}.py`), 'utf8');
}
