import { checkArgument } from '../../base/internal/index.js';
import {
  closeSync,
  dirname,
  existsSync as isThere,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdir,
  mkdirSync,
  open,
  openSync,
  readFileSync,
  rename,
  renameSync,
  rm,
  rmSync,
  writeSync,
} from '../internal/file-system.js';

/** @returns Whether there is a file or a folder. */
export function existsSync(path: string): boolean {
  return isThere(path);
}

/** A file could not be written: the disk is full, read-only or somebody else's. What was there before is whole. */
export class WriteError extends Error {
  /** The file system's own, such as `ENOSPC`. */
  readonly code: string | undefined;

  constructor(path: string, cause: Error) {
    super(`${path}: cannot be written: ${cause.message}`, { cause });
    this.name = 'WriteError';
    this.code = 'code' in cause ? String(cause.code) : undefined;
  }
}

/** @returns What went wrong, with the file named if it is the file system that failed. */
export function writeFailure(path: string, error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? new WriteError(path, error) : error;
}

/**
 * Replaces a file, whole or not at all: a reader, or a run that is killed meanwhile, sees the old content or the new one.
 *
 * It is written beside its place first, flushed to the disk, then renamed; the folder is made when it is missing.
 *
 * @throws WriteError; the old file is then as it was.
 */
export function writeFileWhole(path: string, content: string | Uint8Array): void {
  const fresh = `${path}.part`;
  let isBegun = false;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(fresh, 'w');
    isBegun = true;
    try {
      writeAll(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
  } catch (error) {
    if (isBegun) rmSync(fresh, { force: true });
    throw writeFailure(path, error);
  }
  flushFolder(dirname(path));
}

/** What a file is to hold: all of it, or piece by piece, made as it is written. */
export type FileContent = Uint8Array | string | AsyncIterable<Uint8Array>;

/**
 * Replaces a directory of files, whole or not at all, as `writeFileWhole` does a file.
 *
 * No system call swaps two directories everywhere, so there is a moment between two renames in which the old one lies at
 * `${directory}.old` and none in its place. `standingDirectory` finds it there after a crash, and so does the next write.
 */
export async function writeDirectoryWhole(
  directory: string,
  files: { readonly [name: string]: FileContent },
): Promise<void> {
  checkReplacedWhole(directory);
  const path = withoutSlash(directory);
  const fresh = `${path}.part`;
  const old = `${path}.old`;
  try {
    await rm(fresh, { recursive: true, force: true });
    await mkdir(fresh, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      const file = await open(`${fresh}/${name}`, 'w');
      try {
        if (typeof content === 'string' || content instanceof Uint8Array) await file.writeFile(content);
        else for await (const piece of content) await file.appendFile(piece);
        await file.sync();
      } finally {
        await file.close();
      }
    }
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    throw writeFailure(path, error);
  }
  flushFolder(fresh);
  // After a crash between the renames the only whole one is the old one: it must not be removed before the new one stands.
  if (existsSync(path)) {
    await rm(old, { recursive: true, force: true });
    await rename(path, old);
  }
  await rename(fresh, path);
  flushFolder(dirname(path));
  await rm(old, { recursive: true, force: true });
}

/** Gives a directory that grew beside its place its name. There must be none of that name. */
export async function placeDirectory(fresh: string, directory: string): Promise<void> {
  flushFolder(fresh);
  await rename(fresh, directory);
  flushFolder(dirname(directory));
}

/**
 * @throws TypeError for no path; RangeError for one without a last name, such as `.`: what is beside it takes its place.
 */
export function checkReplacedWhole(directory: string): void {
  checkArgument(directory, 'directory', 'a string');
  if (/(?:^|\/)\.{0,2}$/.test(withoutSlash(directory)))
    throw new RangeError(`directory: expected the name of a folder, got ${JSON.stringify(directory)}`);
}

function withoutSlash(directory: string): string {
  return directory.replace(/(?<=[^/])\/+$/, '');
}

/** @returns Where a directory that `writeDirectoryWhole` wrote stands, wherever a crash left it. */
export function standingDirectory(directory: string): string {
  return existsSync(directory) ? directory : `${withoutSlash(directory)}.old`;
}

/** A file that grows at its end. */
export interface AppendFile {
  /** How long it is now. */
  readonly bytes: number;
  /**
   * Returns when the text or the bytes are on the disk. What could not be written whole is taken away again, before the next append at the latest.
   *
   * @throws TypeError after `close`; WriteError.
   */
  append(content: string | Uint8Array): void;
  /** A second call does nothing. */
  close(): void;
}

/**
 * Opens a file for appending; it and its folder are made when they are missing.
 *
 * @param keep - So many bytes of it stay, and what follows them is dropped. Default all.
 * @throws RangeError for a file that has fewer; WriteError, as `append` does.
 */
export function openAppendFile(path: string, keep?: number): AppendFile {
  let file: number | undefined = openForAppending(path);
  let bytes = fstatSync(file).size;
  if (keep !== undefined && keep !== bytes) {
    if (keep < bytes) ftruncateSync(file, keep);
    else closeSync(file);
    if (keep > bytes) throw new RangeError(`${path}: expected at least ${keep} bytes, got ${bytes}`);
    bytes = keep;
  }
  let isTorn = false;
  const cutBack = (): void => {
    ftruncateSync(file!, bytes);
    isTorn = false;
  };
  return {
    get bytes() {
      return bytes;
    },
    append(content) {
      if (file === undefined) throw new TypeError(`${path}: expected an open file, got a closed one`);
      try {
        if (isTorn) cutBack();
        isTorn = true;
        const written = writeAll(file, content);
        fdatasyncSync(file);
        bytes += written;
        isTorn = false;
      } catch (error) {
        try {
          cutBack();
        } catch {
          // The next append tries again.
        }
        throw writeFailure(path, error);
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function openForAppending(path: string): number {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, 'a');
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** @returns A file's text; undefined if there is no such file. @throws The file system's error for anything else. */
export function readTextFile(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** @returns A file's bytes; undefined if there is no such file. @throws The file system's error for anything else. */
export function readBytes(path: string): Uint8Array | undefined {
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** One `write` call may take only a part of it. @returns How many bytes it is. */
function writeAll(file: number, content: string | Uint8Array): number {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  for (let offset = 0; offset < bytes.length;) offset += writeSync(file, bytes, offset);
  return bytes.length;
}

/** A rename is on the disk when its folder is. Some systems have no such thing; there the rename has to do. */
function flushFolder(folder: string): void {
  let file: number | undefined;
  try {
    file = openSync(folder, 'r');
    fsyncSync(file);
  } catch {
    return;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
