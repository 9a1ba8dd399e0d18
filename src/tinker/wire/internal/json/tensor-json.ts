import * as z from 'zod';
import type { TinkerTensor } from '../../messages.js';
import { MAX_CHUNKS, WireError } from '../limits.js';
import { assembleTensor, type Expansion } from '../tensor.js';
import { listOf, optional } from './schemas.js';

/** Checked as one value: a schema for each of many thousand numbers costs more than the numbers. */
export const numbers = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every((item) => typeof item === 'number'),
  'expected an array of numbers',
);

const tensorFields = {
  data: numbers,
  dtype: z.enum(['float32', 'int64']),
  shape: optional(numbers),
  sparse_crow_indices: optional(numbers),
  sparse_col_indices: optional(numbers),
};

/** As requests have it. */
export const strictTensor = z.strictObject(tensorFields);
/** As answers have it: what is not known is passed over. */
export const looseTensor = z.object(tensorFields);

type Tensors = { readonly [name: string]: TinkerTensor };

/** @throws RangeError for a number that JSON cannot say. */
export function tensorsToJson(tensors: Tensors, path: string): { [name: string]: z.input<typeof strictTensor> } {
  const toJson = ({ dtype, data, shape }: TinkerTensor, name: string) => ({
    data: finiteNumbers(data, `${path}.${name}`),
    dtype,
    shape: shape ?? [data.length],
  });
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, toJson(tensor, name)]));
}

/** @throws RangeError for a number that JSON cannot say: NaN and the infinities would become null. */
export function finiteNumbers(data: Float32Array | Int32Array, name: string): number[] {
  const at = data.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) throw new RangeError(`${name}[${at}]: expected a finite number in JSON, got ${data[at]}`);
  return Array.from(data);
}

/** @throws WireError for integers beyond 32 bits, and a shape that does not fit. */
export function tensorsFromJson(
  json: { readonly [name: string]: z.output<typeof looseTensor> },
  expansion: Expansion,
  path: string,
): Tensors {
  return Object.fromEntries(
    Object.entries(json).map(([name, tensor]) => [name, tensorFromJson(tensor, expansion, `${path}.${name}`)]),
  );
}

function tensorFromJson(json: z.output<typeof looseTensor>, expansion: Expansion, path: string): TinkerTensor {
  const { dtype, data, shape, sparse_crow_indices: crow, sparse_col_indices: columns } = json;
  const values =
    dtype === 'int64'
      ? { dtype, data: integersFromJson(data, `${path}.data`) }
      : { dtype, data: Float32Array.from(data) };
  return assembleTensor(values, shape, crow && { crow, columns: columns ?? [] }, expansion, path);
}

/** @returns Integers of 32 bits. @throws WireError for anything else. */
export function integersFromJson(data: readonly number[], path: string): Int32Array {
  const at = data.findIndex((value) => value !== (value | 0));
  if (at >= 0) throw new WireError(`${path}[${at}]`, `expected an integer of at most 32 bits, got ${data[at]}`);
  return Int32Array.from(data);
}

/** A prompt in chunks; those that are no tokens (images, sound) are refused. */
export const modelInputSchema = z.strictObject({
  chunks: listOf(z.strictObject({ type: z.literal('encoded_text').optional(), tokens: numbers }), MAX_CHUNKS),
});

export function modelInputToJson(tokens: Int32Array): z.input<typeof modelInputSchema> {
  return { chunks: [{ type: 'encoded_text', tokens: Array.from(tokens) }] };
}

/** @returns The tokens of all chunks. @throws WireError for an empty list, and for anything but tokens. */
export function modelInputFromJson({ chunks }: z.output<typeof modelInputSchema>, path: string): Int32Array {
  const all = chunks.flatMap((chunk) => chunk.tokens);
  if (all.length === 0) throw new WireError(path, 'expected at least one token, got none');
  return integersFromJson(all, `${path}.tokens`);
}
