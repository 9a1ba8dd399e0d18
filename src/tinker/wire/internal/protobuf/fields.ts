import { MAX_DIMENSIONS, MAX_NAMES, WireError } from '../limits.js';

/** One field of a message as it stands in the bytes; `payload` is a view of them. */
export type Field =
  | { readonly number: number; readonly kind: 'varint'; readonly value: number }
  | { readonly number: number; readonly kind: 'fixed'; readonly payload: Uint8Array }
  | { readonly number: number; readonly kind: 'bytes'; readonly payload: Uint8Array };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The fields of a message, in the order of the bytes. A reader passes over field numbers that it does not know. No memory is
 * taken for a length that the bytes do not have.
 *
 * @param path - Where the message stands, for refusals.
 * @throws WireError for bytes that are no message, and for groups, which no version of the protocol has.
 * @remarks Source: Protocol Buffers, "Encoding".
 */
export function* readFields(bytes: Uint8Array, path: string): Generator<Field, void, undefined> {
  const cursor = { bytes, at: 0, path };
  while (cursor.at < bytes.length) {
    const tag = readVarint(cursor);
    const number = Math.floor(tag / 8);
    if (number < 1 || number >= 2 ** 29) throw new WireError(path, `expected a field's number, got ${number}`);
    switch (tag % 8) {
      case 0:
        yield { number, kind: 'varint', value: readVarint(cursor) };
        break;
      case 1:
        yield { number, kind: 'fixed', payload: take(cursor, 8) };
        break;
      case 2:
        yield { number, kind: 'bytes', payload: take(cursor, readVarint(cursor)) };
        break;
      case 5:
        yield { number, kind: 'fixed', payload: take(cursor, 4) };
        break;
      default:
        throw new WireError(path, `expected a wire type of protobuf, got ${tag % 8} in field ${number}`);
    }
  }
}

/** @returns The bytes of a field that has a length, as a view. */
export function bytesOf(field: Field, path: string): Uint8Array {
  if (field.kind !== 'bytes') throw new WireError(path, `expected bytes, got a ${field.kind}`);
  return field.payload;
}

/** @returns A text. @throws WireError where it is no UTF-8. */
export function textOf(field: Field, path: string): string {
  try {
    return utf8.decode(bytesOf(field, path));
  } catch (error) {
    throw error instanceof WireError ? error : new WireError(path, 'expected UTF-8');
  }
}

/** @returns An integer of any of protobuf's types; negative ones come as 64 bits. */
export function integerOf(field: Field, path: string): number {
  if (field.kind !== 'varint') throw new WireError(path, `expected an integer, got ${field.kind}`);
  if (!Number.isSafeInteger(field.value)) throw new WireError(path, 'expected an integer of at most 53 bits');
  return field.value;
}

/** @returns A double; 0 where it is left out. */
export function doubleOf(field: Field | undefined, path: string): number {
  if (field === undefined) return 0;
  if (field.kind !== 'fixed' || field.payload.length !== 8) throw new WireError(path, 'expected a double');
  const { buffer, byteOffset } = field.payload;
  return new DataView(buffer, byteOffset, 8).getFloat64(0, true);
}

/**
 * Adds what one field says of a tensor's shape: one size, or several packed.
 *
 * @throws WireError for more than a tensor has.
 */
export function pushSizes(field: Field, path: string, into: number[]): void {
  const push = (one: Field) => {
    if (into.length === MAX_DIMENSIONS)
      throw new WireError(path, `expected at most ${MAX_DIMENSIONS} dimensions, got more`);
    into.push(integerOf(one, path));
  };
  if (field.kind !== 'bytes') return push(field);
  const cursor = { bytes: field.payload, at: 0, path };
  while (cursor.at < field.payload.length) push({ number: field.number, kind: 'varint', value: readVarint(cursor) });
}

/**
 * Adds an entry to a map.
 *
 * @param most - Names that the map may have.
 * @param read - Reads the value: undefined where the entry leaves it out, which stands for its default.
 */
export function readEntry<T>(
  field: Field,
  path: string,
  into: Map<string, T>,
  read: (value: Field | undefined, path: string) => T,
  most = MAX_NAMES,
): void {
  let key = '';
  let value: Field | undefined;
  for (const part of readFields(bytesOf(field, path), path)) {
    if (part.number === 1) key = textOf(part, path);
    if (part.number === 2) value = part;
  }
  if (into.size === most && !into.has(key)) throw new WireError(path, `expected at most ${most} names, got more`);
  into.set(key, read(value, `${path}.${key}`));
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly path: string;
}

/** Up to 64 bits, read as two's complement; beyond 53 bits not exact. */
function readVarint(cursor: Cursor): number {
  const { bytes, path } = cursor;
  let low = 0;
  let high = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) throw new WireError(path, 'expected more bytes: the message is cut off');
    if (shift === 63 && byte > 1) throw new WireError(path, 'expected an integer of at most 64 bits');
    const bits = byte & 0x7f;
    if (shift < 28) low |= bits << shift;
    else if (shift === 28) {
      low |= bits << 28;
      high = bits >>> 4;
    } else high |= bits << (shift - 32);
    if (byte < 0x80) return high * 2 ** 32 + (low >>> 0);
  }
}

function take(cursor: Cursor, length: number): Uint8Array {
  const left = cursor.bytes.length - cursor.at;
  if (length < 0 || length > left)
    throw new WireError(cursor.path, `expected a length of at most ${left} bytes, got ${length}`);
  cursor.at += length;
  return cursor.bytes.subarray(cursor.at - length, cursor.at);
}
