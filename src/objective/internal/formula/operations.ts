/**
 * What a formula is written with: X is a number for each counted token, C a condition for each. X may depend on the logprobs; its
 * derivative is carried along exactly, whatever the formula does. A plain number stands for the same number at every token.
 */
export interface Operations<X, C> {
  add(a: X, b: X | number): X;
  sub(a: X, b: X | number): X;
  mul(a: X, b: X | number): X;
  div(a: X, b: X | number): X;
  neg(x: X): X;
  exp(x: X): X;
  log(x: X): X;
  /** Derivative 0 at 0. */
  abs(x: X): X;
  /** −1, 0 or 1; derivative 0. */
  sign(x: X): X;
  sigmoid(x: X): X;
  /** Where both are equal, the derivative is that of `a`. */
  min(a: X, b: X | number): X;
  /** Where both are equal, the derivative is that of `a`. */
  max(a: X, b: X | number): X;
  /** No derivative where a bound acts; at the bound itself it does not act. */
  clamp(x: X, low: number, high: number): X;
  /** sg[x]: the same values as constants. */
  detach(x: X): X;
  /** @returns `value`, whose derivative with respect to x is `derivative`; both are taken as constants. */
  withDerivative(x: X, value: X, derivative: X | number): X;
  expm1(x: X): X;

  greater(a: X | number, b: X | number): C;
  equal(a: X, b: X | number): C;
  and(a: C, b: C): C;
  or(a: C, b: C): C;
  not(c: C): C;
  where(c: C, a: X | number, b: X | number): X;

  /** @returns For each token the sum over the counted tokens of its sequence. */
  sequenceSum(x: X): X;
  /** @returns For each token the mean over the counted tokens of its sequence. */
  sequenceMean(x: X): X;
}

/** What looks at the whole batch: a step before the formula, through which no derivative goes. */
export interface BatchOperations<X, C> extends Operations<X, C> {
  /** Counted tokens of the batch. */
  readonly size: number;
  /** @returns The mean over all counted tokens, for each token. */
  batchMean(x: X): X;
  /** @returns Of the tokens for which the condition holds the first `count`, in the order given (default: of position). */
  first(c: C, count: number, order?: Int32Array): C;
  /** @returns The `count` tokens of highest value; of equal ones those of lowest position. */
  highest(x: X, count: number): C;
}
