/**
 * Arithmetic on columns: V holds one number a counted token, C one condition a counted token, S is one number. Formulas run on any
 * implementation: `float64Arithmetic` has typed arrays, tfjs has tensors. Where an operand may be a number, it stands for a column of it.
 */
export interface Arithmetic<V, C, S> {
  /** @param values - Shape [M], of the counted tokens alone. */
  column(values: Float64Array): V;
  add(a: V, b: V | number): V;
  sub(a: V, b: V | number): V;
  mul(a: V, b: V | number): V;
  div(a: V, b: V | number): V;
  exp(x: V): V;
  expm1(x: V): V;
  log(x: V): V;
  abs(x: V): V;
  sign(x: V): V;
  sigmoid(x: V): V;
  /** Either bound may be infinite. @returns x itself where no bound acts, if that is found without waiting. */
  clamp(x: V, low: number, high: number): V;
  greater(a: V | number, b: V | number): C;
  equal(a: V, b: V | number): C;
  and(a: C, b: C): C;
  not(c: C): C;
  /** @returns `a` where the condition holds, `b` elsewhere. */
  where(c: C, a: V | number, b: V | number): V;
  /** @returns For each token the sum over the counted tokens of its sequence. */
  sequenceSum(x: V): V;
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
  /** @returns Of the tokens for which the condition holds the first `count`, in the order given (default: of position). */
  first(c: C, count: number, order?: Int32Array): C;
  /** @returns The `count` tokens of highest value; of equal ones those of lowest position. */
  highest(x: V, count: number): C;
}
