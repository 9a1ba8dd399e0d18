import { UsageError } from '../command.js';

/** A user's name and key. */
const LINE = /^([\w-]{1,64})\s+(\S+)$/;

/**
 * @param text - One key, or a line of `USER KEY` for each of several.
 * @returns The key, or the keys by user name.
 * @throws UsageError for several lines that are not all `USER KEY`, and for a user with two keys.
 */
export function servedKeys(text: string): string | { readonly [user: string]: string } {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.length === 1 && !/\s/.test(text)) return text;
  const keys = new Map<string, string>();
  lines.forEach((line, i) => {
    if (line === '') return;
    const [, user, key] = LINE.exec(line) ?? [];
    if (user === undefined || key === undefined)
      throw new UsageError(`--key-file: line ${i + 1}: expected USER KEY: a name, a space and a key`);
    if (keys.has(user)) throw new UsageError(`--key-file: line ${i + 1}: expected one key for ${user}, got another`);
    keys.set(user, key);
  });
  return Object.fromEntries(keys);
}
