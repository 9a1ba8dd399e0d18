import { LearnerError } from '../../base/index.js';
import { readFromDirectory } from '../../io/index.js';

/**
 * @returns A file of a checkpoint directory, wherever a crash of its writer left it.
 * @throws LearnerError if there is no such checkpoint.
 */
export async function readCheckpointFile(directory: string, name: string): Promise<Uint8Array> {
  const file = await readFromDirectory(directory, name);
  if (file === undefined) throw new LearnerError(`${directory}: expected a checkpoint with a file ${name}`);
  return file;
}
