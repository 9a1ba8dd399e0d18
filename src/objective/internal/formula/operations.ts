/**
 * Operations that loss formulas and arithmetic share. X holds one number per counted token, C one condition per counted token. A plain
 * number is used for every token.
 */
interface BasicOperations<X, C> {
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

/** Operations that select tokens by comparing all counted tokens of the batch. */
interface TokenSelection<X, C> {
  /** @returns The first `count` tokens for which the condition holds. @param order - Positions, first to last. Default: ascending. */
  first(c: C, count: number, order?: Int32Array): C;
  /** @returns The `count` tokens of highest value; among equal values the earlier token comes first. */
  highest(x: X, count: number): C;
}

/**
 * The operations that a loss formula may use. X may depend on the logprobs, and every operation propagates the exact derivative.
 *
 * Conventions: the derivative of `abs` at 0 and of `sign` everywhere is 0. `clamp` has derivative 0 outside its bounds, and 1 inside
 * and at them.
 */
export interface FormulaOperations<X, C> extends BasicOperations<X, C> {
  neg(x: X): X;
  /** Where both are equal, the derivative is that of `a`. */
  min(a: X, b: X | number): X;
  /** Where both are equal, the derivative is that of `a`. */
  max(a: X, b: X | number): X;
  /** @returns sg[x] (stop-gradient): the same values as constants. */
  detach(x: X): X;
  /** @returns `value` with the derivative `derivative` with respect to x; `value` and `derivative` are treated as constants. */
  withDerivative(x: X, value: X, derivative: X | number): X;
  or(a: C, b: C): C;
  /** @returns For each token the mean over the counted tokens of its sequence. */
  sequenceMean(x: X): X;
}

/** The operations of `Loss.select`, which chooses tokens of the whole batch before the formula runs. Choices have no derivative. */
export interface SelectionOperations<X, C> extends FormulaOperations<X, C>, TokenSelection<X, C> {
  /** Number of counted tokens in the batch. */
  readonly size: number;
  /** @returns The mean over all counted tokens, repeated for each token. */
  batchMean(x: X): X;
}

/**
 * Arithmetic on values without derivatives; `dualOperations` adds the derivatives. Implemented on typed arrays by `float64Arithmetic` and
 * on tfjs tensors by `tensorArithmetic`. V holds one number per counted token, C one condition per counted token, S is a single number.
 */
export interface TokenArithmetic<V, C, S> extends BasicOperations<V, C>, TokenSelection<V, C> {
  /** M, the number of counted tokens. */
  readonly size: number;
  /** @param values - Shape [M], one per counted token. */
  column(values: Float64Array): V;
  /** @returns x itself if every value is known to lie within the bounds, without waiting for a device. */
  clamp(x: V, low: number, high: number): V;
  /** @returns For each token the number of counted tokens in its sequence. */
  sequenceLengths(): V;
  /** @returns The mean over all counted tokens; 0 without counted tokens. */
  mean(x: V): S;
  /** @returns The share of counted tokens for which the condition holds; 0 without counted tokens. */
  share(c: C): S;
  /** @returns The mean over all counted tokens, repeated for each token. */
  spreadMean(x: V): V;
  /** @returns Σ a_t b_t. */
  dot(a: V, b: V): S;
  scalar(value: number): S;
  /** @returns a + factor · b. */
  plusTimes(a: S, b: S, factor: number): S;
}
