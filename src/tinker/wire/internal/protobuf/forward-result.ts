import { concatBytes, MessageWriter } from '../../../../io/index.js';
import type { TinkerForwardResult, TinkerTensor } from '../../messages.js';
import { MAX_DATA, WireError } from '../limits.js';
import { assembleTensor } from '../tensor.js';
import { bytesOf, doubleOf, integerOf, pushSizes, readEntry, readFields, textOf, type Field } from './fields.js';
import { elementBytes, encodeValues, narrowIntegers, valuesOf, viewBytes, widenIntegers } from './tensor-bytes.js';

type Output = TinkerForwardResult['outputs'][number];

/** @returns The message `ForwardBackwardOutput`: one record for each run of outputs that are laid out alike. */
export function encodeForwardResult(result: TinkerForwardResult): Uint8Array {
  const writer = new MessageWriter();
  writer.text(1, result.outputType);
  for (const outputs of runsOf(result.outputs)) writer.message(2, (record) => writeRecord(record, outputs));
  for (const [name, value] of Object.entries(result.metrics)) writer.entry(3, name, (entry) => entry.double(2, value));
  return writer.finish();
}

function runsOf(outputs: readonly Output[]): Output[][] {
  const runs: Output[][] = [];
  let layout: string | undefined;
  for (const output of outputs) {
    const own = JSON.stringify(
      Object.entries(output).map(([name, { dtype, shape }]) => [name, dtype, shape?.slice(1)]),
    );
    if (own === layout) runs.at(-1)!.push(output);
    else runs.push([output]);
    layout = own;
  }
  return runs;
}

function writeRecord(record: MessageWriter, outputs: readonly Output[]): void {
  for (const name of Object.keys(outputs[0]!)) {
    const tensors = outputs.map((output) => output[name]!);
    const encoded = tensors.map(encodeValues);
    const offsets = [0];
    for (const { bytes } of encoded) offsets.push(offsets.at(-1)! + bytes.length);
    record.entry(2, name, (entry) =>
      entry.message(2, (batched) => {
        batched.bytes(1, concatBytes(encoded.map(({ bytes }) => bytes)));
        batched.bytes(2, viewBytes(widenIntegers(offsets)));
        batched.integer(3, encoded[0]!.dtype);
        batched.integers(4, tensors[0]!.shape?.slice(1) ?? []);
      }),
    );
  }
  record.integer(3, outputs.length);
}

/** Names of metrics: many times what any server has, and too few to fill memory. */
const MAX_METRICS = 10_000;

/**
 * @param most - How many sequences were asked about: each takes memory beside its bytes.
 * @throws WireError for anything but a `ForwardBackwardOutput`, and for records whose fields do not belong to the same data.
 */
export function decodeForwardResult(bytes: Uint8Array, most = MAX_DATA): TinkerForwardResult {
  let outputType = 'ArrayRecord';
  const outputs: Output[] = [];
  const metrics = new Map<string, number>();
  let records = 0;
  for (const field of readFields(bytes, '')) {
    // Some servers name a class with its module before it.
    if (field.number === 1) outputType = textOf(field, 'loss_fn_output_type').split(':').at(-1)!;
    if (field.number === 2) {
      const more = readRecord(field, most - outputs.length, `loss_fn_outputs[${records++}]`);
      for (const output of more) outputs.push(output);
    }
    if (field.number === 3) readEntry(field, 'metrics', metrics, doubleOf, MAX_METRICS);
  }
  return { outputType, outputs, metrics: Object.fromEntries(metrics) };
}

function readRecord(field: Field, most: number, path: string): Output[] {
  let count = 0;
  const columns = new Map<string, TinkerTensor[]>();
  for (const part of readFields(bytesOf(field, path), path)) {
    if (part.number === 2) readEntry(part, `${path}.fields`, columns, (value, at) => readBatched(value, most, at));
    if (part.number === 3) count = integerOf(part, `${path}.num_datums`);
  }
  // Old servers do not say how many there are.
  if (count === 0) count = [...columns.values()][0]?.length ?? 0;
  if (!(count >= 0 && count <= most))
    throw new WireError(`${path}.num_datums`, `expected at most ${most}, got ${count}`);
  for (const [name, tensors] of columns)
    if (tensors.length !== count)
      throw new WireError(`${path}.fields.${name}`, `expected ${count} tensors, got ${tensors.length}`);
  return Array.from({ length: count }, (_, i) =>
    Object.fromEntries([...columns].map(([name, tensors]) => [name, tensors[i]!])),
  );
}

/** Reads the message `BatchedTensor`: tensors one after the other, ragged in their first dimension. */
function readBatched(field: Field | undefined, most: number, path: string): TinkerTensor[] {
  let data: Uint8Array = new Uint8Array(0);
  let offsetBytes: Uint8Array = new Uint8Array(0);
  let dtype = 0;
  const trailing: number[] = [];
  for (const part of field === undefined ? [] : readFields(bytesOf(field, path), path)) {
    if (part.number === 1) data = bytesOf(part, path);
    if (part.number === 2) offsetBytes = bytesOf(part, path);
    if (part.number === 3) dtype = integerOf(part, path);
    if (part.number === 4) pushSizes(part, path, trailing);
  }
  const size = elementBytes(dtype, path);
  const offsets = narrowIntegers(offsetBytes, path);
  if (offsets.length > most + 1)
    throw new WireError(path, `expected at most ${most + 1} offsets, got ${offsets.length}`);
  if (offsets.length > 0 && (offsets[0] !== 0 || offsets.at(-1) !== data.length))
    throw new WireError(path, `expected offsets from 0 to ${data.length}`);
  const width = trailing.reduce((product, extent) => product * extent, 1);
  return Array.from({ length: Math.max(0, offsets.length - 1) }, (_, i) => {
    const [start, end] = [offsets[i]!, offsets[i + 1]!];
    if (!(start <= end && end <= data.length)) throw new WireError(path, `expected offsets that ascend, got ${end}`);
    if (start % size !== 0) throw new WireError(path, `expected offsets in elements of ${size} bytes, got ${start}`);
    const values = valuesOf(data.subarray(start, end), dtype, path);
    const rows = width === 0 ? 0 : values.data.length / width;
    return assembleTensor(values, [rows, ...trailing], undefined, { left: 0, tensors: 1 }, path);
  });
}
