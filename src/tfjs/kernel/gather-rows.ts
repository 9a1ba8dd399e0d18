import type * as tf from '@tensorflow/tfjs-core';
import { gatherRowsUnchecked } from '../internal/memory/row-kernels.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor } from '../internal/tensor-arguments.js';
import { resolveTokenIds } from './internal/token-ids.js';
import type { TokenIds } from './options.js';

/**
 * Rows of a table by id: the embedding lookup, differentiable with respect to the table on every backend.
 *
 * out_i = table[ids_i]; ∂L/∂table[v] = Σ_{i: ids_i = v} ∂L/∂out_i
 *
 * @param table - Shape [V, H], float32.
 * @param ids - Shape [N]; each in [0, V).
 * @returns Shape [N, H].
 * @throws TypeError, RangeError for a wrong type, rank or id, before anything is launched.
 * @remarks tfjs's own gather loses its gradient on wasm (`UnsortedSegmentSum` is missing there) and is slow; on `cpu`
 *   and `wasm` rows are copied in place instead. The gradient of the gradient is not defined.
 */
export function gatherRows(table: tf.Tensor2D, ids: TokenIds): tf.Tensor2D {
  expectTensor('table', table, ['V', 'H']);
  const resolved = resolveTokenIds('ids', ids, undefined, table.shape[0], `table [${table.shape.join(', ')}]`);
  return scope(() => gatherRowsUnchecked(table, resolved.tensor()));
}
