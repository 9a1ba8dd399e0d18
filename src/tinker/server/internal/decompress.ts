import { HttpError } from '../../../io/index.js';
import { zlib } from './node.js';

type Decompress = (
  bytes: Uint8Array,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, result: Buffer) => void,
) => void;

/** Node reads zstd from 22.15 on. */
const { gunzip, zstdDecompress } = zlib as unknown as { gunzip: Decompress; zstdDecompress?: Decompress };

/**
 * @returns A body as it was before it was compressed.
 * @throws HttpError 413 where it becomes larger than `maxBytes`, 400 where it is damaged, 415 for what is not read here.
 */
export async function decompressed(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity') return body;
  const decompress = encoding === 'zstd' ? zstdDecompress : encoding === 'gzip' ? gunzip : undefined;
  if (decompress === undefined)
    throw new HttpError(
      415,
      `content-encoding: expected identity, gzip${zstdDecompress ? ' or zstd' : ''}, got ${encoding}`,
    );
  return new Promise((resolve, reject) => {
    decompress(body, { maxOutputLength: maxBytes }, (error, result) => {
      if (error === null) return resolve(result);
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      reject(
        isTooLarge
          ? new HttpError(413, `the request body is larger than ${maxBytes} bytes`)
          : new HttpError(400, `the request body is not ${encoding}: ${error.message}`),
      );
    });
  });
}
