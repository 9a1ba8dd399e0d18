import { readFileSync } from 'node:fs';
import { crc32c } from '../../../src/report/internal/tensorboard.js';

/** What an event file says of a step. */
export interface ReadEvent {
  readonly step: number;
  readonly scalars?: Readonly<Record<string, number>>;
  /** What earlier files hold from this step on is void. */
  readonly start?: true;
}

/** Reads a file of events by the formats' own texts: TFRecord's framing, protobuf's wire format. A torn end is left out. */
export function readEvents(path: string): ReadEvent[] {
  const file = readFileSync(path);
  const events: ReadEvent[] = [];
  for (let at = 0; at + 12 <= file.length;) {
    const length = Number(file.readBigUInt64LE(at));
    const [header, data] = [file.subarray(at, at + 8), file.subarray(at + 12, at + 12 + length)];
    if (at + 16 + length > file.length) break;
    if (file.readUInt32LE(at + 8) !== masked(header) || file.readUInt32LE(at + 12 + length) !== masked(data))
      throw new Error(`${path}: broken record at ${at}`);
    events.push(eventOf(data));
    at += 16 + length;
  }
  return events;
}

/** What TensorBoard shows of a tag: steps and values, those that a later session voids left out. */
export function stepsOf(paths: readonly string[], tag: string): (readonly [step: number, value: number])[] {
  let steps: (readonly [number, number])[] = [];
  for (const { step, scalars, start } of paths.flatMap(readEvents)) {
    if (start) steps = steps.filter(([at]) => at < step);
    const value = scalars?.[tag];
    if (value !== undefined) steps.push([step, value]);
  }
  return steps;
}

function masked(data: Uint8Array): number {
  const crc = crc32c(data);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

function eventOf(data: Buffer): ReadEvent {
  const fields = fieldsOf(data);
  const values = fields.filter(([number]) => number === 5).flatMap(([, summary]) => fieldsOf(summary as Buffer));
  const scalars = values.map(([, value]) => {
    const parts = new Map(fieldsOf(value as Buffer));
    return [(parts.get(1) as Buffer).toString('utf8'), (parts.get(2) as Buffer).readFloatLE()] as const;
  });
  return {
    step: (new Map(fields).get(2) as number | undefined) ?? 0,
    ...(scalars.length === 0 ? {} : { scalars: Object.fromEntries(scalars) }),
    ...(fields.some(([number]) => number === 7) ? { start: true } : {}),
  };
}

function fieldsOf(data: Buffer): (readonly [number: number, value: number | Buffer])[] {
  const fields: (readonly [number, number | Buffer])[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = data[at++]!;
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < data.length) {
    const key = varint();
    const [number, wire] = [key >>> 3, key % 8];
    if (wire === 0) fields.push([number, varint()]);
    else {
      const length = wire === 1 ? 8 : wire === 5 ? 4 : varint();
      fields.push([number, data.subarray(at, at + length)]);
      at += length;
    }
  }
  return fields;
}
