import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxError } from '../../base/index.js';
import { errorMessage } from '../../base/internal/index.js';

/** Folders of sandboxes that are open. */
const open = new Set<string>();

/** @returns A new folder for a sandbox, removed with it, or at the end of this process if it is never closed. */
export function makeScratch(): string {
  if (open.size === 0) process.on('exit', removeAll);
  const path = makeTemporaryFolder('sandbox');
  removeStale();
  open.add(path);
  return path;
}

export function removeScratch(path: string): void {
  open.delete(path);
  if (open.size === 0) process.off('exit', removeAll);
  removeFolder(path);
}

/**
 * Makes a folder for temporary files; its name has the id of this process.
 *
 * @throws SandboxError if no folder can be made.
 */
export function makeTemporaryFolder(purpose: 'sandbox' | 'pipes'): string {
  try {
    return mkdtempSync(join(tmpdir(), `rstar2-${purpose}-${pidNamespace()}-${process.pid}-`));
  } catch (cause) {
    throw new SandboxError(`cannot create a folder for temporary files (TMPDIR): ${errorMessage(cause)}`, { cause });
  }
}

/** Removes folders of processes that no longer exist. */
function removeStale(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, namespace, pid] = /^rstar2-(?:sandbox|pipes)-(\d+)-(\d+)-/.exec(name) ?? [];
    if (namespace !== pidNamespace() || isAlive(Number(pid))) continue;
    removeFolder(join(tmpdir(), name));
  }
}

function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return existsSync(`/proc/${pid}`);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's
  }
}

/** @returns The namespace of process ids: ids of two containers that share a folder are not comparable. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    return '0';
  }
}

function removeAll(): void {
  for (const path of open) removeFolder(path);
}

/** Removes a folder; ignores errors, such as those for another user's folder. */
function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    return;
  }
}
