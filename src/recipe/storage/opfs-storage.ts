import type { RunStorage } from '../../base/index.js';
import { RunError } from '../run-error.js';

/** The used part of a `FileSystemDirectoryHandle`, which Node's types do not have. */
export interface StorageDirectory {
  readonly name: string;
  getDirectoryHandle(name: string, options?: { readonly create?: boolean }): Promise<StorageDirectory>;
  getFileHandle(name: string, options?: { readonly create?: boolean }): Promise<StorageFile>;
  removeEntry(name: string, options?: { readonly recursive?: boolean }): Promise<void>;
  keys(): AsyncIterable<string>;
  /** @returns The names of the folders from this one to `descendant`; null where it does not lie in this one. */
  resolve?(descendant: { readonly name: string }): Promise<readonly string[] | null>;
}

/** What is used of a `FileSystemFileHandle`. */
interface StorageFile {
  getFile(): Promise<{ readonly size: number; arrayBuffer(): Promise<ArrayBuffer> }>;
  createWritable(options?: { readonly keepExistingData?: boolean }): Promise<{
    write(data: { readonly type: 'write'; readonly position: number; readonly data: ArrayBuffer }): Promise<void>;
    close(): Promise<void>;
    abort(): Promise<void>;
  }>;
}

/** What is used of a browser. */
interface BrowserStorage {
  readonly storage?: { getDirectory?(): Promise<StorageDirectory> };
  readonly locks?: {
    request(
      name: string,
      options: { readonly ifAvailable: true },
      callback: (lock: object | null) => Promise<void> | undefined,
    ): Promise<void>;
  };
}

/** The default folder of the origin's private file system. */
const FOLDER = 'rstar2-agent';

/**
 * Stores a run in a browser's private file system (OPFS), which survives a reload of the page. Works in pages and workers, in secure
 * contexts.
 *
 * Files are written to a copy first, and then replaced. A lock (Web Locks) allows only one tab to open the run.
 *
 * @param directory - A folder of the private file system. Default: the folder `rstar2-agent`, which is created if necessary.
 * @returns The store. Every method rejects with a RunError if the browser has no private file system, or if the store is full.
 *
 * @example
 * const { records } = await runRecipe(recipe, { ...runOptions, directory: undefined, storage: opfsStorage() });
 */
export function opfsStorage(directory?: StorageDirectory): RunStorage {
  const name = `opfs:${directory?.name ?? FOLDER}`;
  let opened: Promise<StorageDirectory> | undefined;
  const root = () => (opened ??= directory === undefined ? openDefault() : Promise.resolve(directory));

  /** @returns The folder that a file lies in, and the last part of its name; undefined where the folder is missing. */
  const place = async (file: string, create: boolean) => {
    const parts = file.split('/');
    const last = parts.pop()!;
    const folder = await folderAt(await root(), parts, create);
    return folder && { folder, last };
  };
  const put = async (file: string, bytes: Uint8Array, position: 'start' | 'end') => {
    try {
      const { folder, last } = (await place(file, true))!;
      const handle = await folder.getFileHandle(last, { create: true });
      const end = position === 'end' ? (await handle.getFile()).size : 0;
      // Browsers that lack this write by another interface: Safari before 26.
      const writer = await handle.createWritable({ keepExistingData: position === 'end' });
      try {
        await writer.write({ type: 'write', position: end, data: bytes.slice().buffer });
        await writer.close();
      } catch (error) {
        await writer.abort().catch(() => undefined);
        throw error;
      }
    } catch (error) {
      if (error instanceof RunError) throw error;
      throw new RunError(`${name}/${file}: cannot be written: ${(error as Error).message}`, { cause: error });
    }
  };
  const list = async (folder: string) => {
    const found = await folderAt(await root(), folder === '' ? [] : folder.split('/'), false);
    const names: string[] = [];
    if (found !== undefined) for await (const entry of found.keys()) names.push(entry);
    return names;
  };
  return {
    name,
    async read(file) {
      const found = await place(file, false);
      const handle = await orMissing(found?.folder.getFileHandle(found.last));
      return handle && new Uint8Array(await (await handle.getFile()).arrayBuffer());
    },
    write: (file, bytes) => put(file, bytes, 'start'),
    append: (file, bytes) => put(file, bytes, 'end'),
    list,
    async remove(file) {
      const found = file === '' ? undefined : await place(file, false);
      if (found !== undefined) await orMissing(found.folder.removeEntry(found.last, { recursive: true }));
      if (file !== '') return;
      const top = await root();
      for (const entry of await list('')) await orMissing(top.removeEntry(entry, { recursive: true }));
    },
    lock: async () => lockOf(name, await pathOf(directory)),
  };
}

function browser(): BrowserStorage {
  return (globalThis as { readonly navigator?: BrowserStorage }).navigator ?? {};
}

async function openDefault(): Promise<StorageDirectory> {
  const { storage } = browser();
  if (storage?.getDirectory === undefined)
    throw new RunError(
      'opfsStorage: expected a browser with a private file system, in a secure context (https or localhost)',
    );
  return (await storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
}

async function folderAt(
  root: StorageDirectory,
  parts: readonly string[],
  create: boolean,
): Promise<StorageDirectory | undefined> {
  let folder: StorageDirectory | undefined = root;
  for (const part of parts) folder = await orMissing(folder?.getDirectoryHandle(part, { create }));
  return folder;
}

/** @returns undefined where there is no such file or folder. */
async function orMissing<T>(handle: Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await handle;
  } catch (error) {
    if ((error as Error).name === 'NotFoundError') return undefined;
    throw error;
  }
}

/** @returns The folder's whole path: folders of different places may have the same name. */
async function pathOf(directory: StorageDirectory | undefined): Promise<string> {
  if (directory === undefined) return FOLDER;
  const top = await browser()
    .storage?.getDirectory?.()
    .catch(() => undefined);
  const parts = await top?.resolve?.(directory);
  return parts?.join('/') ?? directory.name;
}

/** A browser releases the lock of a page that is gone. */
function lockOf(name: string, path: string): Promise<() => void> {
  const { locks } = browser();
  if (locks === undefined) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    locks
      .request(`rstar2-agent opfs:${path}`, { ifAvailable: true }, (lock) => {
        if (lock !== null) return new Promise<void>((release) => resolve(release));
        reject(new RunError(`${name}: another tab or worker has this run open; close it first`));
        return undefined;
      })
      .catch(reject);
  });
}
