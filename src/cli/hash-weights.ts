import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * @param folders - Of a model, and of the adapter beside it.
 * @returns The start of the SHA-256 of their weights: 16 hexadecimal digits.
 */
export async function hashWeights(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const files = readdirSync(folder).filter((name) => name.endsWith('.safetensors'));
    for (const name of files.sort())
      await pipeline(createReadStream(join(folder, name), { highWaterMark: 2 ** 20 }), hash, { end: false });
  }
  return hash.digest('hex').slice(0, 16);
}
