import { existsSync, readHubId } from '../io/index.js';
import { UsageError } from './command.js';

/** @throws UsageError for a path at which nothing is. */
export function checkThere(flag: string, path: string): void {
  if (!existsSync(path)) throw new UsageError(`--${flag}: cannot read ${path}: there is no such file or folder`);
}

/** @throws UsageError for what is neither a path at which something is nor an id of the hub. */
export function checkSource(flag: string, source: string): void {
  if (readHubId(source) === undefined) checkThere(flag, source);
}
