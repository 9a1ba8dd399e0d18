import { ModelFileError } from '../../base/index.js';
import { parseModelJson, repeatedName } from './internal/parse-model-json.js';

/** Where a tensor lies. */
export interface TensorEntry {
  readonly file: string;
  /** As the file says: `F32`, `BF16`, `I64`, … */
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Numbers. */
  readonly count: number;
  /** Of the first byte, from the file's start. */
  readonly offset: number;
  readonly bytes: number;
}

/** The format's own limit, in bytes (github.com/huggingface/safetensors). */
const LONGEST_HEADER = 100_000_000;

const BITS: { readonly [dtype: string]: number } = {
  F64: 64,
  F32: 32,
  F16: 16,
  BF16: 16,
  F8_E4M3: 8,
  F8_E5M2: 8,
  I64: 64,
  I32: 32,
  I16: 16,
  I8: 8,
  U64: 64,
  U32: 32,
  U16: 16,
  U8: 8,
  BOOL: 8,
};

/** What stands at the start of a safetensors file. */
export interface TensorHeader {
  readonly entries: ReadonlyMap<string, TensorEntry>;
  /** The text that stands beside the tensors. */
  readonly metadata: { readonly [name: string]: string };
}

/** What is used of an open file: of Node's types none is in our own. */
interface ReadHandle {
  stat(): Promise<{ readonly size: number }>;
  read(target: Uint8Array, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
}

/**
 * Reads the header of a safetensors file: 8 bytes of its length, then JSON (format 0.4).
 *
 * @throws ModelFileError if it is longer than the format allows or than the file, is not what the format says, or
 *   names a tensor twice, or bytes that the file does not have, that another tensor has too, or that are not as many as the shape asks for; if bytes are no tensor's.
 */
export async function readTensorHeader(handle: ReadHandle, file: string): Promise<TensorHeader> {
  const { size } = await handle.stat();
  const head = new Uint8Array(8);
  const { bytesRead } = await handle.read(head, 0, 8, 0);
  const json = new Uint8Array(headerLength(head.subarray(0, bytesRead), size, file));
  await handle.read(json, 0, json.length, 8);
  return parseTensorHeader(json, size, file);
}

/** The same of a file that is in memory. */
export function tensorHeaderOf(bytes: Uint8Array, file: string): TensorHeader {
  const length = headerLength(bytes.subarray(0, 8), bytes.length, file);
  return parseTensorHeader(bytes.subarray(8, 8 + length), bytes.length, file);
}

function headerLength(head: Uint8Array, size: number, file: string): number {
  if (head.length < 8) throw new ModelFileError(`${file}: the file is cut off in its header`);
  const length = Number(new DataView(head.buffer, head.byteOffset).getBigUint64(0, true));
  if (length > LONGEST_HEADER)
    throw new ModelFileError(`${file}: expected a header of at most ${LONGEST_HEADER} bytes, got ${length}`);
  if (8 + length > size) throw new ModelFileError(`${file}: the file is cut off in its header`);
  return length;
}

function parseTensorHeader(text: Uint8Array, size: number, file: string): TensorHeader {
  const start = 8 + text.length;
  const refuse = (why: string): never => {
    throw new ModelFileError(`${file}: ${why}`);
  };
  const json = decoded(text, file);
  const { __metadata__: metadata = {}, ...tensors } = parseModelJson(json, `${file}: header`);
  const twice = repeatedName(json);
  if (twice !== undefined) refuse(`header: expected each name once, got ${twice} twice`);
  const entries = new Map<string, TensorEntry>();
  for (const [name, value] of Object.entries(tensors)) {
    const {
      dtype,
      shape,
      data_offsets: offsets,
    } = (value ?? {}) as { dtype?: unknown; shape?: unknown; data_offsets?: unknown };
    if (typeof dtype !== 'string' || !isSizes(shape) || !isSizes(offsets) || offsets.length !== 2)
      throw new ModelFileError(`${file}: ${name}: expected dtype, shape and data_offsets`);
    const [from, to] = offsets as [number, number];
    const count = shape.reduce((product, extent) => product * extent, 1);
    if (start + to > size || from > to) refuse(`the file is cut off in ${name}`);
    const bits = BITS[dtype];
    if (bits !== undefined && (to - from) * 8 !== count * bits)
      refuse(`${name}: expected ${(count * bits) / 8} bytes for ${dtype} [${shape.join(', ')}], got ${to - from}`);
    entries.set(name, { file, dtype, shape, count, offset: start + from, bytes: to - from });
  }
  let end = start;
  for (const [name, entry] of [...entries].sort(([, a], [, b]) => a.offset - b.offset)) {
    if (entry.offset < end) refuse(`${name} overlaps another tensor`);
    if (entry.offset > end) refuse(`${entry.offset - end} bytes before ${name} belong to no tensor`);
    end = entry.offset + entry.bytes;
  }
  if (end < size) refuse(`expected nothing after the last tensor, got ${size - end} bytes`);
  return { entries, metadata: strings(metadata) };
}

function decoded(text: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch (cause) {
    throw new ModelFileError(`${file}: header: expected UTF-8`, { cause });
  }
}

function isSizes(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && (size as number) >= 0);
}

function strings(value: unknown): { readonly [name: string]: string } {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
