import { readFileSync } from 'node:fs';

const FOLDER = new URL('./parts/', import.meta.url);

/** @returns The text of a file in `parts/`. The build puts the texts in place of this file: a bundle has no folder beside it. */
export function readText(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}
