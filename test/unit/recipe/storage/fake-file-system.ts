import type { StorageDirectory } from '../../../../src/recipe/storage/opfs-storage.js';

const named = (name: string) => Object.assign(new Error(name), { name });

/** A folder of a browser's private file system in memory: a file changes when its writer is closed. `full`: nothing can be written. */
export class FakeDirectory implements StorageDirectory {
  readonly entries = new Map<string, FakeDirectory | { bytes: Uint8Array<ArrayBuffer> }>();
  /** How many writers were closed. */
  closed = 0;

  constructor(
    readonly name: string,
    private readonly disk = { full: false },
  ) {}

  set full(full: boolean) {
    this.disk.full = full;
  }

  getDirectoryHandle(name: string, { create = false } = {}): Promise<StorageDirectory> {
    if (name === '') return Promise.reject(new TypeError('Name is not allowed.'));
    const found = this.entries.get(name);
    if (found instanceof FakeDirectory) return Promise.resolve(found);
    if (found !== undefined) return Promise.reject(named('TypeMismatchError'));
    if (!create) return Promise.reject(named('NotFoundError'));
    const made = new FakeDirectory(name, this.disk);
    this.entries.set(name, made);
    return Promise.resolve(made);
  }

  getFileHandle(name: string, { create = false } = {}) {
    let file = this.entries.get(name);
    if (file instanceof FakeDirectory) return Promise.reject(named('TypeMismatchError'));
    if (file === undefined && !create) return Promise.reject(named('NotFoundError'));
    file ??= { bytes: new Uint8Array() };
    this.entries.set(name, file);
    const entry = file;
    return Promise.resolve({
      getFile: () => Promise.resolve(new Blob([entry.bytes])),
      createWritable: ({ keepExistingData = false } = {}) => {
        let copy = keepExistingData ? entry.bytes : new Uint8Array();
        return Promise.resolve({
          write: ({ position, data }: { readonly position: number; readonly data: ArrayBuffer }) => {
            if (this.disk.full) return Promise.reject(named('QuotaExceededError'));
            const bytes = new Uint8Array(data);
            const longer = new Uint8Array(Math.max(copy.length, position + bytes.length));
            longer.set(copy);
            longer.set(bytes, position);
            copy = longer;
            return Promise.resolve();
          },
          close: () => {
            entry.bytes = copy;
            this.closed++;
            return Promise.resolve();
          },
          abort: () => Promise.resolve(),
        });
      },
    });
  }

  removeEntry(name: string, { recursive = false } = {}): Promise<void> {
    const found = this.entries.get(name);
    if (found === undefined) return Promise.reject(named('NotFoundError'));
    if (found instanceof FakeDirectory && found.entries.size > 0 && !recursive)
      return Promise.reject(named('InvalidModificationError'));
    this.entries.delete(name);
    return Promise.resolve();
  }

  async *keys() {
    for (const name of this.entries.keys()) yield await Promise.resolve(name);
  }
}
