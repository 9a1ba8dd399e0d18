import { checkArgument } from '../../base/internal/index.js';
import { LearnerError } from '../../base/index.js';

/** A tensor outside any backend. */
export interface NamedArray {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/**
 * Writes tensors in the safetensors format: 8 bytes of header length (little endian), a JSON header padded to 8 bytes,
 * then the data (github.com/huggingface/safetensors, format 0.4), all as F32.
 */
export function encodeSafetensors(
  tensors: ReadonlyMap<string, NamedArray>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  checkArgument(tensors, 'tensors', 'a Map');
  const header: Record<string, unknown> = { __metadata__: metadata };
  let end = 0;
  for (const [name, { shape, values }] of tensors) {
    header[name] = { dtype: 'F32', shape, data_offsets: [end, (end += values.byteLength)] };
  }
  const text = JSON.stringify(header);
  const json = new TextEncoder().encode(text);
  const headerLength = Math.ceil(json.length / 8) * 8;
  const file = new Uint8Array(8 + headerLength + end);
  new DataView(file.buffer).setBigUint64(0, BigInt(headerLength), true);
  file.fill(0x20, 8, 8 + headerLength);
  file.set(json, 8);
  let at = 8 + headerLength;
  for (const { values } of tensors.values()) {
    file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    at += values.byteLength;
  }
  return file;
}

/**
 * Reads a safetensors file; F16 and BF16 tensors are widened to float32.
 *
 * @throws LearnerError if the file is cut off, its header is not what the format says, or it holds a dtype that is
 *   not a floating-point one.
 */
export function decodeSafetensors(file: Uint8Array): {
  readonly tensors: ReadonlyMap<string, NamedArray>;
  readonly metadata: Readonly<Record<string, string>>;
} {
  checkArgument(file, 'file', 'a Uint8Array');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerLength = file.byteLength >= 8 ? Number(view.getBigUint64(0, true)) : Infinity;
  const start = 8 + headerLength;
  if (start > file.byteLength) throw new LearnerError('safetensors: the file is cut off in its header');
  let header: Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }>;
  try {
    header = JSON.parse(new TextDecoder().decode(file.subarray(8, start))) as typeof header;
  } catch (cause) {
    throw new LearnerError('safetensors: the header is not JSON', { cause });
  }
  const { __metadata__: metadata = {}, ...entries } = header as typeof header & {
    __metadata__?: Record<string, string>;
  };
  const tensors = new Map<string, NamedArray>();
  for (const [name, { dtype, shape, data_offsets: offsets }] of Object.entries(entries)) {
    if (start + offsets[1] > file.byteLength) throw new LearnerError(`safetensors: the file is cut off in ${name}`);
    // A copy of its own: a Buffer's slice is a view that begins anywhere in memory.
    const bytes = new Uint8Array(file.subarray(start + offsets[0], start + offsets[1]));
    tensors.set(name, { shape, values: widen(name, dtype, bytes) });
  }
  return { tensors, metadata };
}

function widen(name: string, dtype: string, bytes: Uint8Array): Float32Array {
  if (dtype === 'F32') return new Float32Array(bytes.buffer);
  if (dtype !== 'BF16' && dtype !== 'F16') {
    throw new LearnerError(`safetensors: ${name}: expected dtype F32, BF16 or F16, got ${dtype}`);
  }
  const halves = new Uint16Array(bytes.buffer);
  if (dtype === 'F16') return Float32Array.from(halves, fromHalf);
  // A bfloat16 is the upper half of a float32.
  return new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer);
}

/** IEEE 754 binary16 to a number. */
function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
