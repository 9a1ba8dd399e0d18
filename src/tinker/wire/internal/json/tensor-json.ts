import * as z from 'zod';
import type { TinkerTensor } from '../../messages.js';
import { assembleTensor, type Expansion } from '../tensor.js';
import { WireError } from '../wire-error.js';
import { optional } from './optional.js';

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

export type TensorJson = z.input<typeof strictTensor>;

/** @throws RangeError for a number that JSON cannot say. */
export function tensorToJson({ dtype, data, shape }: TinkerTensor, name: string): TensorJson {
  return { data: finiteNumbers(data, name), dtype, shape: shape ?? [data.length] };
}

/** @throws RangeError for a number that JSON cannot say: NaN and the infinities would become null. */
export function finiteNumbers(data: Float32Array | Int32Array, name: string): number[] {
  const at = data.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) throw new RangeError(`${name}[${at}]: expected a finite number in JSON, got ${data[at]}`);
  return Array.from(data);
}

/** @throws WireError for integers beyond 32 bits, and a shape that does not fit. */
export function tensorFromJson(json: z.output<typeof looseTensor>, expansion: Expansion, path: string): TinkerTensor {
  const { dtype, data, shape, sparse_crow_indices: crow, sparse_col_indices: columns } = json;
  const values =
    dtype === 'int64'
      ? { dtype, data: integersFromJson(data, `${path}.data`) }
      : { dtype, data: Float32Array.from(data) };
  const sparse = crow && { crow, columns: columns ?? [] };
  return assembleTensor(values, shape, sparse, expansion, path);
}

/** @returns Integers of 32 bits. @throws WireError for what is none. */
export function integersFromJson(data: readonly number[], path: string): Int32Array {
  const at = data.findIndex((value) => value !== (value | 0));
  if (at >= 0) throw new WireError(`${path}[${at}]`, `expected an integer of at most 32 bits, got ${data[at]}`);
  return Int32Array.from(data);
}
