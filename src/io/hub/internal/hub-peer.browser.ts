import type { Hub } from './hub-peer.js';

/** What is fetched from the hub is kept in files, which a browser does not have. */
export function importHub(): Promise<Hub> {
  return Promise.reject(
    new Error('files of the hub are kept in a folder, which needs Node: there are none in a browser'),
  );
}
