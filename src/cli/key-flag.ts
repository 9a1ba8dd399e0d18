import { isLoopback } from '../io/index.js';
import { UsageError } from './command.js';
import type { Flags } from './flags.js';

/** Where a server's key is read from, and where the server listens. */
interface KeySource {
  /** The flag that names a file. */
  readonly file: string;
  /** The environment variable that is taken where there is no flag. */
  readonly variable: string;
  readonly host: string;
}

/**
 * @returns What callers of a server must send; undefined for a server without a key.
 * @throws UsageError for a file that cannot be read or is empty, and for no key where others than this machine can call.
 */
export function keyOf(flags: Flags, { file, variable, host }: KeySource): string | undefined {
  const inFile = flags.file(file)?.trim();
  if (inFile === '') throw new UsageError(`--${file}: the file is empty`);
  const key = inFile ?? (process.env[variable] ?? '').trim();
  if (key !== '') return key;
  if (isLoopback(host)) return undefined;
  throw new UsageError(`--host: a server that listens on ${host} needs --${file} or ${variable}`);
}
