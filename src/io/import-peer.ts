import { ModelFileError } from '../base/index.js';

/**
 * Loads an optional peer.
 *
 * @param what - What needs it, in the plural.
 * @throws ModelFileError that says what to install.
 */
export async function importPeer<T>(what: string, name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ModelFileError(`${what} need the package ${name}: npm install it`, { cause });
  }
}
