import { existsSync, statSync } from 'node:fs';
import { readHubId } from '../io/index.js';

/** @throws Error for a path at which nothing is: a failure (exit code 1), for the command was written right. */
export function checkThere(flag: string, path: string): void {
  if (!existsSync(path)) throw new Error(`--${flag}: cannot read ${path}: there is no such file or folder`);
}

/** @throws Error for a path at which no file is. */
export function checkFile(flag: string, path: string): void {
  checkThere(flag, path);
  if (statSync(path).isDirectory()) throw new Error(`--${flag}: cannot read ${path}: it is a folder`);
}

/** @throws Error for a path at which no folder is. */
export function checkFolder(flag: string, path: string): void {
  checkThere(flag, path);
  if (!statSync(path).isDirectory()) throw new Error(`--${flag}: cannot read ${path}: it is a file, not a folder`);
}

/** @returns Whether it is a path at which something is, or an id of the hub. */
export function isSource(source: string): boolean {
  return readHubId(source) !== undefined || existsSync(source);
}

/** @throws Error for what is neither a path at which something is nor an id of the hub. */
export function checkSource(flag: string, source: string): void {
  if (!isSource(source)) checkThere(flag, source);
}
