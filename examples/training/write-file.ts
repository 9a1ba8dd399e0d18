import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file all or nothing: beside it first, flushed to disk, then renamed into place. */
export function writeFileAtomically(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.writing`;
  const file = openSync(fresh, 'w');
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
}
