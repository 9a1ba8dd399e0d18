/**
 * Where a run's files are stored, other than a directory: memory, a browser's private file system, a store of your own.
 *
 * Names are relative and have slashes: `metrics.jsonl`, `checkpoints/rl-40/model.safetensors`. Folders need not be made: a file makes those that
 * its name asks for. Every method rejects with the store's own error.
 */
export interface RunStorage {
  /** What messages call it. */
  readonly name: string;
  /** @returns A file's bytes; undefined if there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces a file, whole or not at all: after a crash it has the old bytes or the new ones. Resolves when they are stored. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Adds bytes to the end of a file, which may be new. After a crash a part of them may be there. Resolves when they are stored. */
  append(name: string, bytes: Uint8Array): Promise<void>;
  /** @returns The last parts of the names of the files and folders that lie directly in a folder; `''` is the top. Empty without such a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Removes a file, or a folder with everything in it; `''` removes everything. Does nothing where there is no such name. */
  remove(name: string): Promise<void>;
  /**
   * Locks the store for one run, in this process and in others. Absent if nobody else can open the store.
   *
   * @returns Releases the lock; a second call does nothing.
   * @throws RunError (rejecting) if another run has it.
   */
  lock?(): Promise<() => void>;
}
