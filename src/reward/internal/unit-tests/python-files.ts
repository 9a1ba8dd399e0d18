import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../../io/index.js';

/** @returns The text of a module in `reward/python`. */
export function readPython(name: string): string {
  return readFileSync(join(packageFolder('reward', 'python'), `${name}.py`), 'utf8');
}
