import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'rstar2-examples-'));
const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];

/** @returns The path of something that is made once, for all examples. */
export const made = (name: string): string => join(folder, name);

/** Calls `end` when no example runs any more: the last that was given first. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}
