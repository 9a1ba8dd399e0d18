import { concatBytes, MessageWriter } from '../../io/index.js';

/** When and where something was measured. */
export interface EventTime {
  /** Seconds since 1970. */
  readonly wallTime: number;
  /** A whole number of at least 0. */
  readonly step: number;
}

/** `Event.file_version`: what a file of events begins with. */
export function versionEvent(time: EventTime): Uint8Array {
  return event(time, (fields) => fields.text(3, 'brain.Event:2'));
}

/** `Event.session_log` with the status START: of what earlier files hold, everything from this step on is void. */
export function startEvent(time: EventTime): Uint8Array {
  const [statusNumber, start] = [1, 1];
  return event(time, (fields) => fields.message(7, (log) => log.integer(statusNumber, start)));
}

/** `Event.summary` with a `simple_value` for each tag: 32-bit floats. */
export function scalarsEvent(time: EventTime, scalars: readonly (readonly [tag: string, value: number])[]): Uint8Array {
  return event(time, (fields) =>
    fields.message(5, (summary) => {
      for (const [tag, value] of scalars)
        summary.message(1, (scalar) => {
          scalar.text(1, tag);
          scalar.float(2, value);
        });
    }),
  );
}

function event({ wallTime, step }: EventTime, writeWhat: (fields: MessageWriter) => void): Uint8Array {
  const fields = new MessageWriter();
  fields.double(1, wallTime);
  // Zero is left out, as proto3 has it.
  if (step !== 0) fields.integer(2, step);
  writeWhat(fields);
  return fields.finish();
}

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
