import type { RunStorage } from '../../base/index.js';
import {
  join,
  lockFolder,
  openAppendFile,
  readBytes,
  readdir,
  rmSync,
  writeFileWhole,
  WriteError,
  type AppendFile,
} from '../../io/index.js';
import { RunError } from '../run-error.js';

/** A run's store with files that stay open. */
export interface OpenStorage extends RunStorage {
  /** Closes the files. A second call does nothing. */
  close(): void;
}

/** A directory as a run's store. The file of a name that was appended to stays open. */
export function directoryStorage(directory: string): OpenStorage {
  const growing = new Map<string, AppendFile>();
  const path = (name: string) => join(directory, name);
  const forget = (name: string) => {
    growing.get(name)?.close();
    growing.delete(name);
  };
  return {
    name: directory,
    read: (name) => promised(() => readBytes(path(name))),
    write: (name, bytes) =>
      promised(() => {
        forget(name);
        writeFileWhole(path(name), bytes);
      }),
    append: (name, bytes) =>
      promised(() => {
        const file = growing.get(name) ?? openAppendFile(path(name));
        growing.set(name, file);
        file.append(bytes);
      }),
    async list(folder) {
      try {
        return await readdir(path(folder));
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return [];
        throw error;
      }
    },
    remove: (name) =>
      promised(() => {
        for (const open of [...growing.keys()])
          if (name === '' || open === name || open.startsWith(`${name}/`)) forget(open);
        rmSync(path(name), { recursive: true, force: true });
      }),
    lock: () =>
      promised(() => {
        const lock = lockFolder(directory);
        if (lock.kind === 'locked') return lock.release;
        throw new RunError(
          `${directory}: another process uses this run (${lock.by}); if that process has ended, remove that file`,
        );
      }),
    close() {
      for (const name of [...growing.keys()]) forget(name);
    },
  };
}

/** What a call on the file system returns or throws, as a promise. */
function promised<T>(call: () => T): Promise<T> {
  return new Promise((resolve) => resolve(call()));
}

/** @returns A failure to write, as an error that says how the run goes on; any other error as it is. */
export function writeFailureOf(error: unknown): unknown {
  if (!(error instanceof WriteError)) return error;
  return new RunError(`${error.message}; start the same run again to continue from its last checkpoint`, {
    cause: error,
  });
}
