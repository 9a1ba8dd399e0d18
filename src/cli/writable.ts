import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from './command.js';

/**
 * Tries, before any work, whether a command's folder can be written, and leaves no trace.
 *
 * @throws Error where it cannot; UsageError for no path.
 */
export function checkWritableFolder(flag: string, path: string): void {
  if (kindOf(path) === 'file') throw cannotWrite(flag, path, 'it is a file, not a folder');
  tryFolder(flag, path, path);
}

/** As `checkWritableFolder`, for a file. */
export function checkWritableFile(flag: string, path: string): void {
  if (kindOf(path) === 'folder') throw new UsageError(`--${flag}: expected a file, got the folder ${path}`);
  tryFolder(flag, path, dirname(path));
}

/** Makes the folders that are missing, something in the last, and removes it all. */
function tryFolder(flag: string, path: string, folder: string): void {
  if (path === '') throw new UsageError(`--${flag}: expected a path, got an empty text`);
  const missing: string[] = [];
  let there = folder;
  for (; kindOf(there) === undefined; there = dirname(there)) missing.unshift(there);
  if (kindOf(there) === 'file') throw cannotWrite(flag, path, `${there} is a file, not a folder`);
  const made: string[] = [];
  try {
    // One by one: Node's recursive mkdir never returns for a folder in which nothing can be made, such as /proc.
    for (const each of missing) {
      mkdirSync(each);
      made.push(each);
    }
    made.push(mkdtempSync(join(folder, '.rstar2-')));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw cannotWrite(flag, path, REASONS[code] ?? (error as Error).message, error);
  } finally {
    for (const each of made.reverse()) removeEmpty(each);
  }
}

/** Another process may have begun to use it. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}

const REASONS: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'no folder can be made there',
};

function cannotWrite(flag: string, path: string, reason: string, cause?: unknown): Error {
  return new Error(`--${flag}: cannot write ${path}: ${reason}`, { cause });
}

function kindOf(path: string): 'file' | 'folder' | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && (found.isDirectory() ? 'folder' : 'file');
  } catch {
    // A part of the path is a file: the folders above tell which.
    return undefined;
  }
}
