import type { FileContent } from '../files/files.js';
import { narrow } from './widen.js';

/** A tensor that is to stand in a file. */
export interface TensorToWrite {
  readonly name: string;
  readonly shape: readonly number[];
  /** Its numbers, in order, in pieces of any length; asked for when its turn comes. */
  values(): AsyncIterable<Float32Array>;
}

/** How tensors are written. */
export interface TensorFileOptions {
  readonly dtype: 'F32' | 'BF16';
  /** A file that would be longer is cut into shards; a tensor that is longer by itself has a shard of its own. */
  readonly maxShardBytes: number;
  /** The text that stands beside the tensors. */
  readonly metadata: { readonly [name: string]: string };
}

/**
 * Lays tensors out as safetensors files (github.com/huggingface/safetensors, format 0.4), for `writeDirectoryWhole`:
 * `STEM.safetensors`, or `STEM-00001-of-0000N.safetensors` and `STEM.safetensors.index.json`, as transformers names them.
 *
 * One tensor at a time is in memory, while its file is written.
 */
export function tensorFiles(
  stem: string,
  tensors: readonly TensorToWrite[],
  { dtype, maxShardBytes, metadata }: TensorFileOptions,
): { readonly [file: string]: FileContent } {
  const bytesOf = (tensor: TensorToWrite) => count(tensor) * (dtype === 'F32' ? 4 : 2);
  const shards: TensorToWrite[][] = [[]];
  let room = maxShardBytes;
  for (const tensor of tensors) {
    if (bytesOf(tensor) > room && shards.at(-1)!.length > 0) {
      shards.push([]);
      room = maxShardBytes;
    }
    shards.at(-1)!.push(tensor);
    room -= bytesOf(tensor);
  }
  if (shards.length === 1) return { [`${stem}.safetensors`]: fileContent(tensors, dtype, metadata) };
  const number = (n: number) => String(n).padStart(5, '0');
  const names = shards.map((_, i) => `${stem}-${number(i + 1)}-of-${number(shards.length)}.safetensors`);
  const index = {
    metadata: { total_size: tensors.reduce((sum, tensor) => sum + bytesOf(tensor), 0) },
    weight_map: Object.fromEntries(shards.flatMap((shard, i) => shard.map(({ name }) => [name, names[i]]))),
  };
  return {
    ...Object.fromEntries(shards.map((shard, i) => [names[i]!, fileContent(shard, dtype, metadata)])),
    [`${stem}.safetensors.index.json`]: `${JSON.stringify(index, null, 2)}\n`,
  };
}

async function* fileContent(
  tensors: readonly TensorToWrite[],
  dtype: 'F32' | 'BF16',
  metadata: { readonly [name: string]: string },
): AsyncGenerator<Uint8Array> {
  yield encodeTensorHeader(tensors, dtype, metadata);
  for (const tensor of tensors) {
    let written = 0;
    for await (const values of tensor.values()) {
      written += values.length;
      const numbers = dtype === 'F32' ? values : narrow(values);
      yield new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    }
    if (written !== count(tensor))
      throw new RangeError(`${tensor.name}: expected ${count(tensor)} numbers to write, got ${written}`);
  }
}

/** @returns What stands before the tensors: 8 bytes of length (little endian), and JSON padded to 8 bytes. */
export function encodeTensorHeader(
  tensors: readonly Pick<TensorToWrite, 'name' | 'shape'>[],
  dtype: 'F32' | 'BF16',
  metadata: { readonly [name: string]: string },
): Uint8Array {
  const header: Record<string, unknown> = { __metadata__: metadata };
  let end = 0;
  for (const tensor of tensors) {
    const { name, shape } = tensor;
    header[name] = { dtype, shape, data_offsets: [end, (end += count(tensor) * (dtype === 'F32' ? 4 : 2))] };
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(8 + Math.ceil(json.length / 8) * 8).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(bytes.length - 8), true);
  bytes.set(json, 8);
  return bytes;
}

function count({ shape }: Pick<TensorToWrite, 'shape'>): number {
  return shape.reduce((product, extent) => product * extent, 1);
}
