import { concatBytes } from '../../base/internal/index.js';

/** A field of a protobuf message as it is written: its key, then its value. */
export type Field = Uint8Array;

const WIRE = { varint: 0, eightBytes: 1, delimited: 2, fourBytes: 5 } as const;

/** @returns The pieces one after the other: a message of its fields. */
export function concat(...pieces: readonly Uint8Array[]): Uint8Array {
  return concatBytes(pieces);
}

/** `int64`; absent where it is zero, as proto3 has it. @param value - A whole number of at least 0. */
export function integerField(number: number, value: number): Field {
  return value === 0 ? concat() : concat(key(number, WIRE.varint), varint(value));
}

/** `double`. */
export function doubleField(number: number, value: number): Field {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value, true);
  return concat(key(number, WIRE.eightBytes), new Uint8Array(bytes.buffer));
}

/** `float`. */
export function floatField(number: number, value: number): Field {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setFloat32(0, value, true);
  return concat(key(number, WIRE.fourBytes), new Uint8Array(bytes.buffer));
}

/** `string`. */
export function textField(number: number, text: string): Field {
  return messageField(number, new TextEncoder().encode(text));
}

/** A message within a message. */
export function messageField(number: number, content: Uint8Array): Field {
  return concat(key(number, WIRE.delimited), varint(content.length), content);
}

function key(number: number, wire: number): Uint8Array {
  return varint(number * 8 + wire);
}

/** Seven bits a byte, the lowest first. @param value - A whole number from 0 to 2^53. */
function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return Uint8Array.from([...bytes, left]);
}
