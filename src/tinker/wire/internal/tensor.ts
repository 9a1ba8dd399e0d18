import type { TinkerTensor } from '../messages.js';
import { MAX_DIMENSIONS, WireError } from './limits.js';

/** A tensor's type and numbers, before its shape. */
export type Values =
  { readonly dtype: 'float32'; readonly data: Float32Array } | { readonly dtype: 'int64'; readonly data: Int32Array };

/** Rows of a sparse matrix: `crow[r]` to `crow[r + 1]` of the values and of `columns` are row r's. */
export interface SparseRows {
  readonly crow: ArrayLike<number>;
  readonly columns: ArrayLike<number>;
}

/** What the tensors of one body may still become: a body of a few bytes must not take all memory. */
export interface Expansion {
  /** Elements of those that are sparse. */
  left: number;
  /** Each takes some 400 bytes beside its elements. */
  tensors: number;
}

/** @returns What one body may become: 64 MiB of float32, and 100 MiB of tensors. */
export function newExpansion(): Expansion {
  return { left: 2 ** 24, tensors: 2 ** 18 };
}

/**
 * Puts a tensor together from what came over the wire.
 *
 * @param shape - Absent for one dimension. A sparse tensor has two, and becomes dense here.
 * @throws WireError for a shape that is not that of the values, and for indices that are not those of a sparse matrix.
 */
export function assembleTensor(
  values: Values,
  shape: readonly number[] | undefined,
  sparse: SparseRows | undefined,
  expansion: Expansion,
  path: string,
): TinkerTensor {
  if (--expansion.tensors < 0) throw new WireError(path, 'expected fewer tensors in one body');
  if (shape !== undefined && shape.length > MAX_DIMENSIONS)
    throw new WireError(path, `expected at most ${MAX_DIMENSIONS} dimensions, got ${shape.length}`);
  const bad = shape?.find((size) => !Number.isInteger(size) || size < 0);
  if (bad !== undefined) throw new WireError(path, `expected sizes in its shape, got ${bad}`);
  if (sparse !== undefined) return toDense(values, shape, sparse, expansion, path);
  const elements = shape?.reduce((product, size) => product * size, 1) ?? values.data.length;
  if (elements !== values.data.length)
    throw new WireError(
      path,
      `expected ${elements} elements for shape [${shape!.join(', ')}], got ${values.data.length}`,
    );
  return shape === undefined ? values : { ...values, shape };
}

function toDense(
  { dtype, data }: Values,
  shape: readonly number[] | undefined,
  { crow, columns }: SparseRows,
  expansion: Expansion,
  path: string,
): TinkerTensor {
  if (shape?.length !== 2) throw new WireError(path, 'expected a shape of two dimensions for a sparse tensor');
  const [rows, width] = shape as [number, number];
  if (rows * width > expansion.left)
    throw new WireError(path, `expected at most ${expansion.left} elements, got shape [${rows}, ${width}]`);
  expansion.left -= rows * width;
  if (crow.length !== rows + 1 || crow[0] !== 0 || crow[rows] !== data.length || columns.length !== data.length)
    throw new WireError(path, `expected ${rows + 1} row pointers and a column for each of ${data.length} values`);
  const dense = new (dtype === 'float32' ? Float32Array : Int32Array)(rows * width);
  for (let row = 0; row < rows; row++) {
    const [start, end] = [crow[row]!, crow[row + 1]!];
    if (!(start <= end && end <= data.length))
      throw new WireError(path, `expected row pointers that ascend, got ${end}`);
    for (let i = start; i < end; i++) {
      const column = columns[i]!;
      if (!(column >= 0 && column < width))
        throw new WireError(path, `expected a column below ${width}, got ${column}`);
      dense[row * width + column] = data[i]!;
    }
  }
  return { dtype, data: dense, shape } as TinkerTensor;
}
