import { existsSync, readHubId } from '../io/index.js';
import { UsageError } from './command.js';

/** @throws UsageError for a path at which nothing is. */
export function checkThere(flag: string, path: string): void {
  if (!existsSync(path)) throw new UsageError(`--${flag}: cannot read ${path}: there is no such file or folder`);
}

/** @returns Whether it is a path at which something is, or an id of the hub. */
export function isSource(source: string): boolean {
  return readHubId(source) !== undefined || existsSync(source);
}

/** @throws UsageError for what is neither a path at which something is nor an id of the hub. */
export function checkSource(flag: string, source: string): void {
  if (!isSource(source)) checkThere(flag, source);
}
