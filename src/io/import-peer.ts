import { ModelFileError } from '../base/index.js';

/**
 * Loads an optional peer.
 *
 * @param what - What needs it, in the plural.
 * @param ErrorType - Of which kind the failure is; default a model's.
 * @throws ModelFileError, or what `ErrorType` makes, that says what to install.
 */
export async function importPeer<T>(
  what: string,
  name: string,
  load: () => Promise<T>,
  ErrorType: new (message: string, options: ErrorOptions) => Error = ModelFileError,
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new ErrorType(`${what} need the package ${name}: npm install it`, { cause });
  }
}
