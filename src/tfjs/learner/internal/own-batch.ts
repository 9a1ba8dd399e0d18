import type { PackedBatch } from '../../../base/index.js';

/** @returns A copy of a batch, whose arrays the caller may change while it waits for its turn. */
export function ownBatch(batch: PackedBatch): PackedBatch {
  const members = Object.entries(batch).map(([name, value]: [string, unknown]) => [
    name,
    ArrayBuffer.isView(value) ? (value as Float32Array).slice() : value,
  ]);
  return Object.fromEntries(members) as PackedBatch;
}
