import type { Hub } from './hub-peer.js';

/** What is fetched from the hub is kept in files, which a browser does not have. */
export function importHub(): Promise<Hub> {
  return Promise.reject(
    new Error('files of the hub are cached in a folder, which a browser does not have: use Node, Bun or Deno'),
  );
}
