import { LearnerError } from '../../base/index.js';

/**
 * Writes files into a directory, all or nothing: into a neighbour first, flushed to disk, then renamed into place. A
 * directory of that name that is already there is replaced.
 */
export async function writeDirectory(
  directory: string,
  files: Readonly<Record<string, Uint8Array | string>>,
): Promise<void> {
  const { mkdir, open, rename, rm } = await import('node:fs/promises');
  const fresh = `${directory}.writing`;
  const old = `${directory}.old`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const handle = await open(`${fresh}/${name}`, 'w');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  await rm(old, { recursive: true, force: true });
  await rename(directory, old).catch(ignoreMissing);
  await rename(fresh, directory);
  await rm(old, { recursive: true, force: true });
}

/**
 * @returns A file of a checkpoint directory. One that a crash left between its two renames is found under its old name.
 * @throws LearnerError if there is no such checkpoint.
 */
export async function readCheckpointFile(directory: string, name: string): Promise<Uint8Array> {
  const { readFile } = await import('node:fs/promises');
  for (const folder of [directory, `${directory}.old`]) {
    try {
      return await readFile(`${folder}/${name}`);
    } catch (error) {
      ignoreMissing(error);
    }
  }
  throw new LearnerError(`${directory}: expected a checkpoint with a file ${name}`);
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
