/** Operations on columns: X holds one number a counted token, C one condition a counted token. A plain number stands for a column of it. */
interface ColumnOperations<X, C> {
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
interface TokenSelection<X, C> {
  /** @returns Of the tokens for which the condition holds the first `count`, in the order given (default: of position). */
  first(c: C, count: number, order?: Int32Array): C;
  /** @returns The `count` tokens of highest value; of equal ones those of lowest position. */
  highest(x: X, count: number): C;
}

/**
 * The operations of formulas. X may depend on the logprobs, and every operation carries its exact derivative along. Derivatives at
 * the edges: that of `abs` is 0 at 0; that of `sign` is 0; that of `clamp` is 0 where a bound acts, and at the bound itself it does not act.
 */
export interface Operations<X, C> extends ColumnOperations<X, C> {
  neg(x: X): X;
  /** Where both are equal, the derivative is that of `a`. */
  min(a: X, b: X | number): X;
  /** Where both are equal, the derivative is that of `a`. */
  max(a: X, b: X | number): X;
  /** sg[x]: the same values as constants. */
  detach(x: X): X;
  /** @returns `value`, whose derivative with respect to x is `derivative`; both are taken as constants. */
  withDerivative(x: X, value: X, derivative: X | number): X;
  or(a: C, b: C): C;
  /** @returns For each token the mean over the counted tokens of its sequence. */
  sequenceMean(x: X): X;
}

/** The operations of `Loss.select`, which looks at the whole batch before the formula; no derivative goes through it. */
export interface BatchOperations<X, C> extends Operations<X, C>, TokenSelection<X, C> {
  /** Counted tokens of the batch. */
  readonly size: number;
  /** @returns The mean over all counted tokens, for each token. */
  batchMean(x: X): X;
}

/**
 * Arithmetic that formulas run on: `Float64Arithmetic` has typed arrays, tfjs has tensors. V is a column of numbers, C a column of
 * conditions, S one number.
 */
export interface Arithmetic<V, C, S> extends ColumnOperations<V, C>, TokenSelection<V, C> {
  /** Counted tokens. */
  readonly size: number;
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
