/**
 * Operations on columns: X holds one number a counted token, C one condition a counted token. A plain number stands for a column of it.
 */
export interface ColumnOperations<X, C> {
  add(a: X, b: X | number): X;
  sub(a: X, b: X | number): X;
  mul(a: X, b: X | number): X;
  div(a: X, b: X | number): X;
  exp(x: X): X;
  expm1(x: X): X;
  log(x: X): X;
  abs(x: X): X;
  /** −1, 0 or 1. */
  sign(x: X): X;
  sigmoid(x: X): X;
  /** Either bound may be infinite. */
  clamp(x: X, low: number, high: number): X;

  greater(a: X | number, b: X | number): C;
  equal(a: X, b: X | number): C;
  and(a: C, b: C): C;
  not(c: C): C;
  /** @returns `a` where the condition holds, `b` elsewhere. */
  where(c: C, a: X | number, b: X | number): X;

  /** @returns For each token the sum over the counted tokens of its sequence. */
  sequenceSum(x: X): X;
}

/** Selects tokens by a look at the whole batch. */
export interface TokenSelection<X, C> {
  /** @returns Of the tokens for which the condition holds the first `count`, in the order given (default: of position). */
  first(c: C, count: number, order?: Int32Array): C;
  /** @returns The `count` tokens of highest value; of equal ones those of lowest position. */
  highest(x: X, count: number): C;
}
