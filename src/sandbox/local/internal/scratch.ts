import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of sandboxes that are open. */
const open = new Set<string>();

/** A folder of this sandbox's own, gone with it or, where it is never closed, with this process. */
export function makeScratch(): string {
  if (open.size === 0) process.on('exit', removeAll);
  const path = mkdtempSync(join(tmpdir(), 'rstar2-sandbox-'));
  open.add(path);
  return path;
}

export function removeScratch(path: string): void {
  open.delete(path);
  if (open.size === 0) process.off('exit', removeAll);
  rmSync(path, { recursive: true, force: true });
}

function removeAll(): void {
  for (const path of open) rmSync(path, { recursive: true, force: true });
}
