import { concatBytes } from './concat-bytes.js';

const utf8 = new TextEncoder();

/** Writes one protobuf message, field by field. A field at protobuf's default need not be written. */
export class MessageWriter {
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  /** Two's complement, 64 bits. @param value - A safe integer. */
  integer(field: number, value: number): void {
    this.#tag(field, 0);
    this.#varint(value);
  }

  double(field: number, value: number): void {
    this.#tag(field, 1);
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.#push(bytes);
  }

  float(field: number, value: number): void {
    this.#tag(field, 5);
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.#push(bytes);
  }

  text(field: number, value: string): void {
    this.bytes(field, utf8.encode(value));
  }

  /** The bytes are copied only by `finish`; do not change them before. */
  bytes(field: number, value: Uint8Array): void {
    this.#tag(field, 2);
    this.#varint(value.length);
    this.#push(value);
  }

  /** Integers, packed. */
  integers(field: number, values: readonly number[]): void {
    if (values.length === 0) return;
    const packed = new MessageWriter();
    for (const value of values) packed.#varint(value);
    this.bytes(field, packed.finish());
  }

  message(field: number, write: (inner: MessageWriter) => void): void {
    const inner = new MessageWriter();
    write(inner);
    this.#tag(field, 2);
    this.#varint(inner.#length);
    for (const piece of inner.#pieces) this.#push(piece);
  }

  /** One entry of a map. */
  entry(field: number, key: string, writeValue: (inner: MessageWriter) => void): void {
    this.message(field, (inner) => {
      inner.text(1, key);
      writeValue(inner);
    });
  }

  finish(): Uint8Array {
    return concatBytes(this.#pieces);
  }

  #tag(field: number, wireType: number): void {
    this.#varint(field * 8 + wireType);
  }

  #varint(value: number): void {
    let low = value >>> 0;
    let high = Math.floor(value / 2 ** 32) >>> 0;
    const bytes: number[] = [];
    while (high !== 0 || low >= 0x80) {
      bytes.push((low & 0x7f) | 0x80);
      low = ((low >>> 7) | (high << 25)) >>> 0;
      high >>>= 7;
    }
    bytes.push(low);
    this.#push(Uint8Array.from(bytes));
  }

  #push(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }
}
