import type * as z from 'zod/v4/core';
import { DatasetError, type RunStorage } from '../../base/index.js';
import { parseJsonFile, parseJsonl, type JsonlContents } from '../../io/index.js';
import { directoryStorage, writeFailureOf, type OpenStorage } from './directory-storage.js';

/** The files of a run, as text and JSON, wherever they are stored. What writes rejects with a RunError where the disk takes nothing. */
export interface RunFiles {
  /** What messages call the store: the directory, or the store's name. */
  readonly name: string;
  readonly storage: RunStorage;
  /** The store that a learner writes checkpoints to; undefined for the file system. */
  readonly checkpointStorage: RunStorage | undefined;
  /** @returns The path of a file or folder: for messages, and on a disk for the file system. */
  path(name: string): string;
  /** @returns What a learner calls a folder: its path in the file system, or its name in the store. */
  locationOf(name: string): string;
  has(name: string): Promise<boolean>;
  /** @throws DatasetError naming the file, and the field that is wrong. */
  readJson<S extends z.$ZodType>(schema: S, name: string): Promise<z.output<S> | undefined>;
  /** Replaces a file, whole or not at all. */
  write(name: string, text: string): Promise<void>;
  writeJson(name: string, value: object): Promise<void>;
  /** A file of JSON lines; one that is missing has no lines. @throws DatasetError for a line other than an unfinished last one that is not JSON. */
  readLines(name: string): Promise<JsonlContents>;
  /** What is there is mended (an unfinished last line goes), and filtered by `keep`. @throws DatasetError, as `readLines`. */
  openLines(name: string, keep?: (value: unknown) => boolean): Promise<RunLines>;
  remove(name: string): Promise<void>;
  /** @returns Releases the lock. @throws RunError if another run has it. */
  lock(): Promise<() => void>;
  /** Closes files that are open. */
  close(): void;
}

/** A file of JSON lines that grows. */
export interface RunLines {
  /** What was there and stays. */
  readonly lines: JsonlContents['lines'];
  /** Adds lines (JSON without a line feed); they are stored when it resolves. */
  append(...rows: readonly string[]): Promise<void>;
}

/** @returns The files of a directory, or of the store that takes its place. */
export function openRunFiles({
  directory,
  storage: given,
}: {
  readonly directory?: string | undefined;
  readonly storage?: RunStorage | undefined;
}): RunFiles {
  const opened: OpenStorage | undefined = given === undefined ? directoryStorage(directory!) : undefined;
  const storage = given ?? opened!;
  const path = (name: string) => `${storage.name.replace(/(?<=[^/])\/+$/, '')}/${name}`;
  const readText = async (name: string) => {
    const bytes = await storage.read(name);
    return bytes && new TextDecoder().decode(bytes);
  };
  const write = (name: string, text: string) => writing(storage.write(name, new TextEncoder().encode(text)));
  const readLines = async (name: string) => {
    try {
      return parseJsonl((await readText(name)) ?? '', path(name));
    } catch (cause) {
      if (cause instanceof DatasetError) throw cause;
      throw new DatasetError(`${path(name)}: could not be read`, { cause });
    }
  };
  return {
    name: storage.name,
    storage,
    checkpointStorage: given,
    path,
    locationOf: given === undefined ? path : (name) => name,
    has: async (name) => {
      const [, folder = '', last = ''] = /^(?:(.*)\/)?([^/]*)$/.exec(name)!;
      return (await storage.list(folder)).includes(last);
    },
    async readJson(schema, name) {
      const text = await readText(name);
      return text === undefined ? undefined : parseJsonFile(schema, text, path(name));
    },
    write,
    writeJson: (name, value) => write(name, `${JSON.stringify(value, null, 2)}\n`),
    readLines,
    async openLines(name, keep = () => true) {
      const { lines, torn } = await readLines(name);
      const kept = lines.filter(({ value }) => keep(value));
      if (torn || kept.length < lines.length) await write(name, kept.map(({ text }) => `${text}\n`).join(''));
      const append = (...rows: readonly string[]) =>
        writing(storage.append(name, new TextEncoder().encode(rows.map((row) => `${row}\n`).join(''))));
      // Readers find a file without lines, not no file.
      if (kept.length === 0) await append();
      return { lines: kept, append };
    },
    remove: (name) => storage.remove(name),
    lock: () => (storage.lock === undefined ? Promise.resolve(() => undefined) : writing(storage.lock())),
    close: () => opened?.close(),
  };
}

/** @returns The option of a learner's `saveCheckpoint` and `loadCheckpoint` that names the store; no option for the file system. */
export function storageOf({ checkpointStorage: storage }: RunFiles): { readonly storage?: RunStorage } {
  return storage === undefined ? {} : { storage };
}

async function writing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw writeFailureOf(error);
  }
}
