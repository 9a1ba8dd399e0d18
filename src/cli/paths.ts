import { existsSync, mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readHubId } from '../io/index.js';
import { UsageError } from './command.js';

/** @throws Error for a path that does not exist. The exit code is 1, because the usage is right. */
export function checkThere(flag: string, path: string): void {
  if (!existsSync(path)) throw new Error(`--${flag}: cannot read ${path}: there is no such file or folder`);
}

/** @throws Error for a path that is not a file. */
export function checkFile(flag: string, path: string): void {
  checkThere(flag, path);
  if (statSync(path).isDirectory()) throw new Error(`--${flag}: cannot read ${path}: it is a folder`);
}

/** @throws Error for a path that is not a folder. */
export function checkFolder(flag: string, path: string): void {
  checkThere(flag, path);
  if (!statSync(path).isDirectory()) throw new Error(`--${flag}: cannot read ${path}: it is a file, not a folder`);
}

/** @returns Whether it is an existing path or an id of the hub. */
export function isSource(source: string): boolean {
  return readHubId(source) !== undefined || existsSync(source);
}

/** @throws Error for a text that is neither an existing path nor an id of the hub. */
export function checkSource(flag: string, source: string): void {
  if (!isSource(source)) checkThere(flag, source);
}

/**
 * Checks, before any work, that a folder can be written, and leaves it unchanged.
 *
 * @throws Error if it cannot; UsageError for an empty path.
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
  ENOENT: 'no folder can be created there',
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
