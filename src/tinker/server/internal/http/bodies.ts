import type { Transform } from 'node:stream';
import { HttpError, parseExactJson, parseJsonBody, scanJson } from '../../../../io/index.js';
import { PROTOBUF_TYPE, readForwardPlace } from '../../../wire/index.js';
import { zlib } from '../node.js';

/** Node reads zstd from 22.15 on. */
interface MaybeZstd {
  readonly createZstdDecompress?: (options: { readonly params: { readonly [id: number]: number } }) => Transform;
  readonly constants: { readonly ZSTD_d_windowLogMax?: number };
}

/** 8 MiB, which is what HTTP allows (RFC 9659): a small body must not take much memory. */
const ZSTD_WINDOW_LOG = 23;

/**
 * @param encoding - The `content-encoding` of a body.
 * @returns A function that makes a decompressor; undefined for an uncompressed body.
 * @throws HttpError 415 for an unknown encoding.
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

/**
 * Most values and most numbers in a body. Texts, lists and objects take up to a hundred times the memory of their JSON, and a datum has some
 * 30 of them; numbers are several for each of a million tokens.
 */
const [MOST_VALUES, MOST_NUMBERS] = [2 ** 20, 2 ** 22];

/** @throws HttpError 422 for anything but JSON, and for JSON that is too deep; 413 for too many values. */
export function readJson(body: Buffer): unknown {
  requireFewValues(body);
  return parseJsonBody(body);
}

/** The same, but with whole numbers beyond 2^53 as text, so that no digit is lost. */
export function readExactJson(body: Buffer): unknown {
  requireFewValues(body);
  try {
    return parseExactJson(body.toString('utf8'));
  } catch {
    return parseJsonBody(body);
  }
}

function requireFewValues(body: Buffer): void {
  let [values, commas] = [0, 0];
  scanJson(body, (mark) => {
    if (mark === 'comma') commas++;
    else values++;
    if (values > MOST_VALUES)
      throw new HttpError(413, `the request body has more than ${MOST_VALUES} texts, lists and objects`);
    if (commas > MOST_NUMBERS) throw new HttpError(413, `the request body has more than ${MOST_NUMBERS} numbers`);
  });
}

/** Which request of which model a body is. */
export interface RequestPlace {
  readonly modelId: string;
  readonly sequenceId: number;
}

/** @returns The model and sequence id of a request, even if the rest of its body is unreadable; undefined if it has none. */
export function placeOf(body: Buffer, contentType: string): RequestPlace | undefined {
  const { modelId, sequenceId } = contentType.includes(PROTOBUF_TYPE) ? readForwardPlace(body) : placeInJson(body);
  if (typeof modelId !== 'string' || !Number.isSafeInteger(sequenceId) || !((sequenceId as number) > 0))
    return undefined;
  return { modelId, sequenceId: sequenceId as number };
}

/** A field of the outermost object, with its value. */
const FIELD = /"(model_id|seq_id)"\s*:\s*(\d+|"[^"\\]*")(?=\s*[,}])/y;

/** Nothing but the two is made of the body: it may have been refused for what all of it would take. */
function placeInJson(body: Buffer): { readonly modelId?: unknown; readonly sequenceId?: unknown } {
  const text = body.toString('latin1');
  const fields: { model_id?: unknown; seq_id?: unknown } = {};
  try {
    scanJson(body, (mark, depth, at) => {
      if (mark !== 'text' || depth !== 1) return;
      FIELD.lastIndex = at;
      const [, name, value] = FIELD.exec(text) ?? [];
      if (name !== undefined) fields[name as keyof typeof fields] = JSON.parse(value!);
    });
  } catch {
    // Invalid or too deep JSON ends the scan; the fields found until then count.
  }
  return { modelId: fields.model_id, sequenceId: fields.seq_id };
}
