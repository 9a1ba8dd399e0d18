import type { TokenArithmetic, SelectionOperations } from './operations.js';

/**
 * One value x_t per counted token, with its exact derivatives with respect to every logprob:
 *
 * ∂x_t / ∂ log π_s = own_t (if s = t) + Σ_k factor_t · derivative_s (if s and t are in one sequence).
 *
 * Operations on single tokens and sums over a sequence keep this form, so a formula may use both.
 */
export interface Dual<V> {
  readonly value: V;
  readonly own: Coefficient<V>;
  readonly shared: readonly { readonly factor: Coefficient<V>; readonly derivative: Coefficient<V> }[];
}

/** A plain number is the same coefficient for every token. Products with 0 and 1 are not computed. */
type Coefficient<V> = V | number;

/** @returns The values as constants: every derivative is 0. */
export function constant<V>(value: V): Dual<V> {
  return { value, own: 0, shared: [] };
}

/** @returns The values as the variable that derivatives are taken with respect to, such as the logprobs. */
export function variable<V>(value: V): Dual<V> {
  return { value, own: 1, shared: [] };
}

/** @returns The operations of loss formulas on values with derivatives, computed with the given arithmetic. */
export function dualOperations<V, C, S>(m: TokenArithmetic<V, C, S>): SelectionOperations<Dual<V>, C> {
  type X = Dual<V>;
  type Operand = X | number;
  const { times, plus } = coefficients(m);
  const filled = (x: Coefficient<V>): V => (typeof x === 'number' ? m.column(new Float64Array(m.size).fill(x)) : x);
  const isConstant = (x: Operand): boolean => typeof x === 'number' || (x.own === 0 && x.shared.length === 0);
  const valueOf = (x: Operand): Coefficient<V> => (typeof x === 'number' ? x : x.value);

  /** Applies the chain rule. @param parts - The operands of the value, each with the derivative of the value with respect to it. */
  const chain = (value: V, ...parts: readonly (readonly [Operand, () => Coefficient<V>])[]): X => {
    let own: Coefficient<V> = 0;
    let shared: X['shared'] = [];
    for (const [x, derivativeOf] of parts) {
      if (typeof x === 'number' || isConstant(x)) continue;
      const by = derivativeOf();
      own = plus(own, times(x.own, by));
      shared = [...shared, ...x.shared.map((term) => ({ ...term, factor: times(term.factor, by) }))];
    }
    return { value, own, shared };
  };
  /** @returns The derivatives of `a` where the condition holds, those of `b` elsewhere. */
  const chosen = (c: C, a: Operand, b: Operand): Omit<X, 'value'> => {
    const [x, y] = [a, b].map((operand) => (typeof operand === 'number' ? NO_DERIVATIVE : operand)) as [X, X];
    return {
      own: x.own === 0 && y.own === 0 ? 0 : m.where(c, x.own, y.own),
      shared: [
        ...x.shared.map((term) => ({ ...term, factor: m.where(c, term.factor, 0) })),
        ...y.shared.map((term) => ({ ...term, factor: m.where(c, 0, term.factor) })),
      ],
    };
  };
  const where = (c: C, a: Operand, b: Operand): X => ({
    value: m.where(c, valueOf(a), valueOf(b)),
    ...chosen(c, a, b),
  });
  const greater = (a: Operand, b: Operand): C => m.greater(valueOf(a), valueOf(b));
  const sequenceSum = ({ value, own, shared }: X): X => {
    const sums = shared.map(({ factor, derivative }) => times(m.sequenceSum(filled(factor)), derivative));
    const derivative = sums.reduce(plus, own);
    return { value: m.sequenceSum(value), own: 0, shared: derivative === 0 ? [] : [{ factor: 1, derivative }] };
  };
  const div = (a: X, b: Operand): X => {
    const value = m.div(a.value, valueOf(b));
    const reciprocal = (): Coefficient<V> => (typeof b === 'number' ? 1 / b : m.div(filled(1), b.value));
    return chain(value, [a, reciprocal], [b, () => times(m.mul(value, -1), reciprocal())]);
  };

  return {
    size: m.size,
    add: (a, b) => chain(m.add(a.value, valueOf(b)), [a, () => 1], [b, () => 1]),
    sub: (a, b) => chain(m.sub(a.value, valueOf(b)), [a, () => 1], [b, () => -1]),
    mul: (a, b) => {
      const value = m.mul(a.value, valueOf(b));
      // e^x is its own derivative, and so is its product with a constant.
      if (a.own === a.value && a.shared.length === 0 && isConstant(b)) return { value, own: value, shared: [] };
      return chain(value, [a, () => valueOf(b)], [b, () => a.value]);
    },
    div,
    neg: (x) => chain(m.mul(x.value, -1), [x, () => -1]),
    exp: (x) => {
      const value = m.exp(x.value);
      return chain(value, [x, () => value]);
    },
    expm1: (x) => {
      const value = m.expm1(x.value);
      return chain(value, [x, () => m.add(value, 1)]);
    },
    log: (x) => chain(m.log(x.value), [x, () => m.div(filled(1), x.value)]),
    abs: (x) => chain(m.abs(x.value), [x, () => m.sign(x.value)]),
    sign: (x) => constant(m.sign(x.value)),
    sigmoid: (x) => {
      const value = m.sigmoid(x.value);
      return chain(value, [x, () => m.mul(value, m.sub(filled(1), value))]);
    },
    min: (a, b) => where(greater(a, b), b, a),
    max: (a, b) => where(greater(b, a), b, a),
    clamp: (x, low, high) => {
      const value = m.clamp(x.value, low, high);
      if (value === x.value) return x;
      return isConstant(x) ? constant(value) : { value, ...chosen(m.equal(value, x.value), x, 0) };
    },
    detach: ({ value }) => constant(value),
    withDerivative: (x, value, derivative) => chain(value.value, [x, () => valueOf(derivative)]),
    greater,
    equal: (a, b) => m.equal(a.value, valueOf(b)),
    and: (a, b) => m.and(a, b),
    or: (a, b) => m.not(m.and(m.not(a), m.not(b))),
    not: (c) => m.not(c),
    where,
    sequenceSum,
    sequenceMean: (x) => div(sequenceSum(x), constant(m.sequenceLengths())),
    batchMean: (x) => constant(m.spreadMean(x.value)),
    first: (c, count, order) => m.first(c, count, order),
    highest: (x, count) => m.highest(x.value, count),
  };
}

/** @returns ∂(Σ_t weight_t x_t) / ∂ log π_s = weight_s own_s + Σ_k derivative_s Σ_t weight_t factor_t, with t over the sequence of s. */
export function weightedDerivative<V, C, S>(m: TokenArithmetic<V, C, S>, x: Dual<V>, weights: V): V {
  const { times, plus } = coefficients(m);
  const shared = x.shared.map(({ factor, derivative }) =>
    times(m.sequenceSum(factor === 1 ? weights : m.mul(weights, factor)), derivative),
  );
  const derivative = shared.reduce(plus, times(weights, x.own));
  return typeof derivative === 'number' ? m.mul(weights, 0) : derivative;
}

const NO_DERIVATIVE = { own: 0, shared: [] };

function coefficients<V, C, S>(m: TokenArithmetic<V, C, S>) {
  type X = Coefficient<V>;
  const times = (a: X, b: X): X => {
    if (a === 0 || b === 0) return 0;
    if (a === 1) return b;
    if (b === 1) return a;
    if (typeof a === 'number') return typeof b === 'number' ? a * b : m.mul(b, a);
    return m.mul(a, b);
  };
  const plus = (a: X, b: X): X => {
    if (a === 0) return b;
    if (b === 0) return a;
    if (typeof a === 'number') return typeof b === 'number' ? a + b : m.add(b, a);
    return m.add(a, b);
  };
  return { times, plus };
}
