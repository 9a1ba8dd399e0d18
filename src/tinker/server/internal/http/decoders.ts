import type { Transform } from 'node:stream';
import { HttpError } from '../../../../io/index.js';
import { zlib } from '../node.js';

/** Node reads zstd from 22.15 on. */
interface MaybeZstd {
  readonly createZstdDecompress?: (options: { readonly params: { readonly [id: number]: number } }) => Transform;
  readonly constants: { readonly ZSTD_d_windowLogMax?: number };
}

/** 8 MiB, which is what HTTP allows (RFC 9659): whoever sends little must not have much memory taken. */
const ZSTD_WINDOW_LOG = 23;

/**
 * @param encoding - What `content-encoding` says of a body.
 * @returns What makes it what it was before it was compressed; undefined where it was not.
 * @throws HttpError 415 for what is not read here.
 */
export function decoderOf(encoding: string | undefined): (() => Transform) | undefined {
  if (encoding === undefined || encoding === 'identity') return undefined;
  if (encoding === 'gzip') return () => zlib.createGunzip();
  const { createZstdDecompress, constants } = zlib as unknown as MaybeZstd;
  if (encoding === 'zstd' && createZstdDecompress !== undefined)
    return () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax!]: ZSTD_WINDOW_LOG } });
  const known = createZstdDecompress === undefined ? 'gzip' : 'gzip or zstd';
  throw new HttpError(415, `content-encoding: expected identity, ${known}, got ${encoding.slice(0, 64)}`);
}
