import type { ColumnOperations, TokenSelection } from './column-operations.js';

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
