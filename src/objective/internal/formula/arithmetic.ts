import type { ColumnOperations, TokenSelection } from './column-operations.js';

/**
 * Arithmetic that formulas run on: `float64Arithmetic` has typed arrays, tfjs has tensors. V is a column of numbers, C a column of
 * conditions, S one number.
 */
export interface Arithmetic<V, C, S> extends ColumnOperations<V, C>, TokenSelection<V, C> {
  /** @param values - Shape [M], of the counted tokens alone. */
  column(values: Float64Array): V;
  /** @returns x itself where no bound acts, if that is found without waiting. */
  clamp(x: V, low: number, high: number): V;
  /** @returns For each token how many counted tokens its sequence has. */
  sequenceLengths(): V;
  /** @returns The mean over all counted tokens; 0 where there are none. */
  mean(x: V): S;
  /** @returns The share of counted tokens for which it holds; 0 where there are none. */
  share(c: C): S;
  /** @returns The mean over all counted tokens, for each token. */
  spreadMean(x: V): V;
  /** @returns Σ a_t b_t. */
  dot(a: V, b: V): S;
  scalar(value: number): S;
  /** @returns a + factor · b. */
  plusTimes(a: S, b: S, factor: number): S;
}
