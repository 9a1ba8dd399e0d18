/**
 * A place for a run's files that is not a directory: memory, a browser's private file system, or your own store.
 *
 * Names are relative and have slashes: `metrics.jsonl`, `checkpoints/rl-40/model.safetensors`. Folders are created with the files in them.
 * Every method rejects with the store's own error.
 */
export interface RunStorage {
  /** Its name in messages. */
  readonly name: string;
  /** @returns A file's bytes; undefined if there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces a file, whole or not at all: after a crash it has the old bytes or the new ones. Resolves when they are stored. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Adds bytes to the end of a file, which may be new. After a crash a part of them may be there. Resolves when they are stored. */
  append(name: string, bytes: Uint8Array): Promise<void>;
  /** @returns The last parts of the names of the files and folders that lie directly in a folder; `''` is the top. Empty without such a folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Removes a file, or a folder with everything in it; `''` removes everything. Does nothing if the name does not exist. */
  remove(name: string): Promise<void>;
  /**
   * Locks the store for one run, in this process and in others. Absent if no other run can open the store.
   *
   * @returns Releases the lock; a second call does nothing.
   * @throws RunError (rejecting) if another run has it.
   */
  lock?(): Promise<() => void>;
}
