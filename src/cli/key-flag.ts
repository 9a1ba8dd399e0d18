import { isLoopback } from '../io/index.js';
import { UsageError } from './command.js';
import { readFlagFile, type Flags } from './flags.js';

/** Where a server's key is read from, and where the server listens. */
interface KeySource {
  /** The flag that names a file. */
  readonly file: string;
  /** The environment variable that is read without the flag. */
  readonly variable: string;
  readonly host: string;
}

/**
 * @returns The key that callers must send; undefined for a server without a key.
 * @throws UsageError for a file that cannot be read or is empty, and for a missing key if other machines can call the server.
 */
export function keyOf(flags: Flags, { file, variable, host }: KeySource): string | undefined {
  const path = flags.text(file);
  const inFile = path === undefined ? undefined : readKeyFile(file, path);
  const key = inFile ?? (process.env[variable] ?? '').trim();
  if (key !== '') return key;
  if (isLoopback(host)) return undefined;
  throw new UsageError(
    `--host: a server on ${host} can be called from other machines, so it needs --${file} or ${variable}`,
  );
}

/** @returns The key in a file. @throws Error for a file that cannot be read; UsageError for an empty one. */
export function readKeyFile(flag: string, path: string): string {
  const key = readFlagFile(flag, path).trim();
  if (key === '') throw new UsageError(`--${flag}: expected a key in ${path}, got an empty file`);
  return key;
}
