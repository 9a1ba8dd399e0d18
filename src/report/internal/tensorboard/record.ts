import { concatBytes } from '../../../io/index.js';

/** A record of a TFRecord file: its length, a checksum of the length, the data, a checksum of the data; little-endian. */
export function tfRecord(data: Uint8Array): Uint8Array {
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(data.length), true);
  const header = new Uint8Array(length.buffer);
  return concatBytes([header, checksum(header), data, checksum(data)]);
}

/** CRC-32C, rotated by 15 bits and shifted by a constant: a checksum of data that holds checksums would say little. */
function checksum(data: Uint8Array): Uint8Array {
  const crc = crc32c(data);
  const masked = new DataView(new ArrayBuffer(4));
  masked.setUint32(0, ((crc >>> 15) | (crc << 17)) + 0xa282ead8, true);
  return new Uint8Array(masked.buffer);
}

/** The Castagnoli polynomial's remainders of every byte, bits reversed (RFC 3720, appendix B.4). */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0x82f63b78 : 0);
  return remainder;
});

/** @returns 0xE3069283 for the digits `123456789`. */
export function crc32c(data: Uint8Array): number {
  const crc = data.reduce((sum, byte) => (sum >>> 8) ^ REMAINDERS[(sum ^ byte) & 0xff]!, 0xffffffff);
  return (crc ^ 0xffffffff) >>> 0;
}
