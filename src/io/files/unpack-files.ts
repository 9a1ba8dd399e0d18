import { join, mkdir, open, rm } from '../internal/file-system.js';
import { writeFailure } from './files.js';
import { tarFiles } from './tar-files.js';

/** Which files of an archive are unpacked. */
export interface UnpackOptions {
  /** Last parts of names; a file of another name is passed over. No name of the archive is used as a path. */
  readonly names: readonly string[];
  /** Longest archive, inflated, in bytes. */
  readonly mostBytes: number;
}

/**
 * Writes the named files of a tar archive, compressed by gzip or not, into a folder. What was there is replaced.
 *
 * @throws RangeError for a bad archive, one without a named file, or with two of one name; WriteError; what reading throws.
 *   The folder is then removed.
 */
export async function unpackFiles(
  archive: AsyncIterable<Uint8Array>,
  directory: string,
  { names, mostBytes }: UnpackOptions,
): Promise<void> {
  const missing = new Set(names);
  try {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    for await (const { name, content } of tarFiles(archive, mostBytes)) {
      const wanted = name.slice(name.lastIndexOf('/') + 1);
      if (!names.includes(wanted)) continue;
      if (!missing.delete(wanted)) throw new RangeError(`archive: expected one ${wanted}, got two`);
      const file = await open(join(directory, wanted), 'wx');
      try {
        for await (const piece of content) await file.appendFile(piece);
        await file.sync();
      } finally {
        await file.close();
      }
    }
    if (missing.size > 0) throw new RangeError(`archive: expected ${[...missing].join(', ')}, got none`);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw writeFailure(directory, error);
  }
}
