import type { RunStorage } from '../../base/index.js';
import { concatBytes } from '../../io/index.js';
import { RunError } from '../run-error.js';

/**
 * Stores a run in memory: for tests, and for runs that end with the process.
 *
 * @returns An empty store. A run with the same store continues the run in it.
 *
 * @example
 * const { records } = await runRecipe(recipe, { ...runOptions, directory: undefined, storage: memoryStorage() });
 */
export function memoryStorage(): RunStorage {
  const files = new Map<string, Uint8Array>();
  let isLocked = false;
  return {
    name: 'memory',
    read: (name) => Promise.resolve(files.get(name)?.slice()),
    write(name, bytes) {
      files.set(name, bytes.slice());
      return Promise.resolve();
    },
    append(name, bytes) {
      files.set(name, concatBytes([files.get(name) ?? new Uint8Array(), bytes]));
      return Promise.resolve();
    },
    list(folder) {
      const start = folder === '' ? '' : `${folder}/`;
      const inside = [...files.keys()].filter((name) => name.startsWith(start));
      return Promise.resolve([...new Set(inside.map((name) => name.slice(start.length).split('/')[0]!))]);
    },
    remove(name) {
      for (const file of [...files.keys()])
        if (name === '' || file === name || file.startsWith(`${name}/`)) files.delete(file);
      return Promise.resolve();
    },
    lock() {
      if (isLocked) return Promise.reject(new RunError('memory: another run has this store open'));
      isLocked = true;
      let isReleased = false;
      return Promise.resolve(() => {
        if (!isReleased) isLocked = false;
        isReleased = true;
      });
    },
  };
}
