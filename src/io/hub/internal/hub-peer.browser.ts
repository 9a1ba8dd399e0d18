import type { Hub } from './hub-peer.js';

/** Downloads from the hub are stored in files, and a browser has no files. */
export function importHub(): Promise<Hub> {
  return Promise.reject(
    new Error('files of the hub are cached in a folder, which a browser does not have: use Node, Bun or Deno'),
  );
}
