import type { RunStorage } from '../../base/index.js';
import { concatBytes } from '../concat-bytes.js';
import type { FileContent } from './files.js';

/** Writes a folder of a store, a file at a time. What was in the folder is removed first. */
export async function writeStoredFolder(
  storage: RunStorage,
  folder: string,
  files: { readonly [name: string]: FileContent },
): Promise<void> {
  await storage.remove(folder);
  for (const [name, content] of Object.entries(files)) await storage.write(`${folder}/${name}`, await bytesOf(content));
}

async function bytesOf(content: FileContent): Promise<Uint8Array> {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  if (content instanceof Uint8Array) return content;
  const pieces: Uint8Array[] = [];
  // A piece may be used again for the next one.
  for await (const piece of content) pieces.push(piece.slice());
  return concatBytes(pieces);
}
