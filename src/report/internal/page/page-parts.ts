import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = join(typeof __dirname === 'string' ? __dirname : dirname(fileURLToPath(import.meta.url)), 'parts');

/** @returns One of the files in `parts/` as text. */
export function readPart(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}
