import { assembleTensor, type Expansion, type SparseRows, type Values } from '../tensor.js';
import type { TinkerTensor } from '../../messages.js';
import { WireError } from '../limits.js';
import { bytesOf, integerOf, pushSizes, readFields, type Field } from './fields.js';
import type { MessageWriter } from '../../../../io/index.js';

/** Numbers of the enum `DType`, and the bytes of one element. Two of them only ever come from servers. */
const FLOAT32 = 1;
const INT64 = 2;
const INT32 = 3;
const BFLOAT16 = 4;
const BYTES: { readonly [dtype: number]: number } = { [FLOAT32]: 4, [INT64]: 8, [INT32]: 4, [BFLOAT16]: 2 };

/** @returns Bytes of one element. @throws WireError for a type that the protocol does not have. */
export function elementBytes(dtype: number, path: string): number {
  const bytes = BYTES[dtype];
  if (bytes === undefined) throw new WireError(path, `expected a dtype of 1 to 4, got ${dtype}`);
  return bytes;
}

/**
 * @param dtype - Its number in the enum; the narrow types become the protocol's public two.
 * @throws WireError for bytes that are no whole elements, and for integers beyond 32 bits.
 */
export function valuesOf(bytes: Uint8Array, dtype: number, path: string): Values {
  const size = elementBytes(dtype, path);
  if (bytes.length % size !== 0)
    throw new WireError(path, `expected elements of ${size} bytes, got ${bytes.length} bytes`);
  if (dtype === INT64) return { dtype: 'int64', data: narrowIntegers(bytes, path) };
  const { buffer } = new Uint8Array(bytes);
  if (dtype === INT32) return { dtype: 'int64', data: new Int32Array(buffer) };
  if (dtype === FLOAT32) return { dtype: 'float32', data: new Float32Array(buffer) };
  const widened = Uint32Array.from(new Uint16Array(buffer), (half) => half << 16);
  return { dtype: 'float32', data: new Float32Array(widened.buffer) };
}

/** @returns Integers of 64 bits as integers of 32. @throws WireError where one does not fit, or is not whole. */
export function narrowIntegers(bytes: Uint8Array, path: string): Int32Array {
  if (bytes.length % 8 !== 0) throw new WireError(path, `expected elements of 8 bytes, got ${bytes.length} bytes`);
  const halves = new Int32Array(new Uint8Array(bytes).buffer);
  const narrow = new Int32Array(halves.length / 2);
  for (let i = 0; i < narrow.length; i++) {
    narrow[i] = halves[2 * i]!;
    if (halves[2 * i + 1] !== narrow[i]! >> 31)
      throw new WireError(path, `expected integers of at most 32 bits, got another at ${i}`);
  }
  return narrow;
}

/** @returns The enum's number, and the bytes: those of floats are a view. */
export function encodeValues({ dtype, data }: Values): { readonly dtype: number; readonly bytes: Uint8Array } {
  return dtype === 'float32'
    ? { dtype: FLOAT32, bytes: viewBytes(data) }
    : { dtype: INT64, bytes: viewBytes(widenIntegers(data)) };
}

/** @returns Integers as 64 bits each, low half first. */
export function widenIntegers(values: ArrayLike<number>): Int32Array {
  const halves = new Int32Array(2 * values.length);
  for (let i = 0; i < values.length; i++) {
    halves[2 * i] = values[i]!;
    halves[2 * i + 1] = Math.floor(values[i]! / 2 ** 32);
  }
  return halves;
}

/** @returns Integers of 32 bits: token ids. */
export function int32Of(bytes: Uint8Array, path: string): Int32Array {
  return valuesOf(bytes, INT32, path).data as Int32Array;
}

/** @returns Floats of 32 bits. */
export function float32Of(bytes: Uint8Array, path: string): Float32Array {
  return valuesOf(bytes, FLOAT32, path).data as Float32Array;
}

/** @returns The memory of an array as bytes: a view. */
export function viewBytes({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Reads the message `Tensor`. */
export function readTensor(field: Field | undefined, expansion: Expansion, path: string): TinkerTensor {
  let dense: Uint8Array | undefined;
  let sparse: SparseBytes | undefined;
  let dtype = 0;
  const shape: number[] = [];
  for (const part of field === undefined ? [] : readFields(bytesOf(field, path), path)) {
    if (part.number === 1) [dense, sparse] = [bytesOf(part, path), undefined];
    if (part.number === 2) [dense, sparse] = [undefined, readSparse(part, path)];
    if (part.number === 3) dtype = integerOf(part, path);
    if (part.number === 4) pushSizes(part, path, shape);
  }
  const values = valuesOf(sparse?.values ?? dense ?? new Uint8Array(0), dtype, path);
  // A shape of no dimensions looks like no shape.
  return assembleTensor(values, shape.length === 0 ? undefined : shape, sparse, expansion, path);
}

interface SparseBytes extends SparseRows {
  readonly values: Uint8Array;
}

/** Reads the message `SparseCsr`. */
function readSparse(field: Field, path: string): SparseBytes {
  let sparse: SparseBytes = { values: new Uint8Array(0), crow: [], columns: [] };
  for (const part of readFields(bytesOf(field, path), path)) {
    if (part.number === 1) sparse = { ...sparse, values: bytesOf(part, path) };
    if (part.number === 2) sparse = { ...sparse, crow: narrowIntegers(bytesOf(part, path), path) };
    if (part.number === 3) sparse = { ...sparse, columns: narrowIntegers(bytesOf(part, path), path) };
  }
  return sparse;
}

/** Writes the message `Tensor`, dense. */
export function writeTensor(writer: MessageWriter, tensor: TinkerTensor): void {
  const { dtype, bytes } = encodeValues(tensor);
  writer.bytes(1, bytes);
  writer.integer(3, dtype);
  writer.integers(4, tensor.shape ?? [tensor.data.length]);
}
