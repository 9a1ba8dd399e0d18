import type { Budget } from '../budget.js';
import type { Node } from '../parse/ast.js';
import { freeSymbols } from '../parse/walk.js';
import {
  add,
  compare,
  divide,
  isInteger,
  multiply,
  negate,
  ONE,
  powerOfTwo,
  rational,
  type Rational,
  sizeOf,
  subtract,
  ZERO,
} from '../value/rational.js';

const LARGEST_DEGREE = 8;

/** Coefficients from the constant on. The last is not 0; the polynomial 0 has no coefficients. */
export type Polynomial = readonly Rational[];

/**
 * An expression as a polynomial in one variable.
 *
 * @param valueOf - The value of a part without the variable; undefined if it has no value.
 * @returns undefined if the expression is not a polynomial.
 */
export function polynomialIn(
  node: Node,
  name: string,
  valueOf: (node: Node) => Rational | undefined,
): Polynomial | undefined {
  const inner = (part: Node): Polynomial | undefined => polynomialIn(part, name, valueOf);
  if (!freeSymbols(node).has(name)) {
    const value = valueOf(node);
    return value === undefined ? undefined : trimmed([value]);
  }
  switch (node.kind) {
    case 'symbol':
      return [ZERO, ONE];
    case 'negative':
      return inner(node.operand)?.map(negate);
    case 'sum':
      return folded(node.terms.map(inner), sum);
    case 'product':
      return folded(node.factors.map(inner), product);
    case 'quotient': {
      const [over, under] = [inner(node.over), inner(node.under)];
      if (over === undefined || under?.length !== 1) return undefined;
      return over.map((c) => divide(c, under[0]!)!);
    }
    case 'power': {
      const [base, exponent] = [inner(node.base), inner(node.exponent)];
      const k = exponent?.length === 1 ? exponent[0]! : undefined;
      if (base === undefined || k === undefined || !isInteger(k) || k.n < 1n) return undefined;
      if (BigInt(base.length - 1) * k.n > LARGEST_DEGREE) return undefined;
      return folded(
        Array.from({ length: Number(k.n) }, () => base),
        product,
      );
    }
    default:
      return undefined;
  }
}

function folded(
  parts: readonly (Polynomial | undefined)[],
  operation: (a: Polynomial, b: Polynomial) => Polynomial,
): Polynomial | undefined {
  let result: Polynomial | undefined;
  for (const part of parts) {
    if (part === undefined) return undefined;
    result = result === undefined ? part : operation(result, part);
    if (result.length > LARGEST_DEGREE + 1) return undefined;
  }
  return result;
}

function sum(a: Polynomial, b: Polynomial): Polynomial {
  const length = Math.max(a.length, b.length);
  return trimmed(Array.from({ length }, (_, k) => add(a[k] ?? ZERO, b[k] ?? ZERO)));
}

function product(a: Polynomial, b: Polynomial): Polynomial {
  const result: Rational[] = [];
  for (const [i, x] of a.entries())
    for (const [k, y] of b.entries()) result[i + k] = add(result[i + k] ?? ZERO, multiply(x, y));
  return trimmed(result);
}

function trimmed(coefficients: Rational[]): Polynomial {
  while (coefficients.at(-1)?.n === 0n) coefficients.pop();
  return coefficients;
}

/** @returns All real roots of the polynomial and of its derivative, each to about seven digits. */
export function turningPoints(polynomial: Polynomial, budget: Budget): readonly Rational[] {
  if (polynomial.length < 2) return [];
  if (polynomial.length === 2) return [negate(divide(polynomial[0]!, polynomial[1]!)!)];
  const derivative = polynomial.slice(1).map((c, k) => multiply(c, rational(BigInt(k + 1))));
  const bound = rootBound(polynomial);
  const flat = turningPoints(derivative, budget);
  const places = [negate(bound), ...ascending(flat), bound];
  const sign = signsOf(polynomial, budget);
  const roots = places.slice(1).flatMap((high, k) => crossing(places[k]!, high, sign) ?? []);
  return [...flat, ...roots];
}

export function ascending(places: readonly Rational[]): readonly Rational[] {
  return [...places].sort(compare);
}

/** The sign of a polynomial at a place, without fractions. */
function signsOf(polynomial: Polynomial, budget: Budget): (x: Rational) => number {
  const common = polynomial.reduce((d, c) => d * c.d, 1n);
  const whole = polynomial.map((c) => (c.n * common) / c.d);
  return ({ n, d }) => {
    budget.spend(polynomial.length);
    let value = 0n;
    let scale = 1n;
    for (let k = whole.length - 1; k >= 0; k--, scale *= d) value = value * n + whole[k]! * scale;
    return value > 0n ? 1 : value < 0n ? -1 : 0;
  };
}

/** A power of two beyond every root. */
function rootBound(polynomial: Polynomial): Rational {
  const last = polynomial.at(-1)!;
  const bits = Math.max(...polynomial.map((c) => sizeOf(c) - sizeOf(last)));
  return rational(1n << BigInt(Math.max(0, bits) + 3));
}

const HALVINGS = 120;

/** Bits by which a place is known, against its distance from where it was looked for. */
const BITS = 24;

/** @returns Where the sign changes between two places; undefined where it does not. */
export function crossing(low: Rational, high: Rational, sign: (x: Rational) => number): Rational | undefined {
  const [a, b] = [sign(low), sign(high)];
  if (!(a * b < 0)) return undefined;
  let [from, to] = [low, high];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = between(from, to);
    const known = Math.min(sizeOf(subtract(to, low)), sizeOf(subtract(high, from))) - BITS;
    if (middle === undefined || sizeOf(subtract(to, from)) < known) break;
    const s = sign(middle);
    if (s === 0) return middle;
    if (s === a) from = middle;
    else to = middle;
  }
  return to;
}

/** A number between two, half way, or for numbers of different size half way in size; undefined near nought. */
function between(low: Rational, high: Rational): Rational | undefined {
  if (low.n < 0n && high.n > 0n) return ZERO;
  const isBelow = low.n < 0n || (low.n === 0n && high.n < 0n);
  const [small, large] = isBelow ? [high, low] : [low, high];
  const to = sizeOf(large);
  const from = small.n === 0n ? to - 200 : sizeOf(small);
  if (to < -4_000) return undefined;
  if (to - from > 2) return powerOfTwo(Math.floor((from + to) / 2), large.n < 0n ? -1n : 1n);
  const sum = add(low, high);
  return rational(sum.n, 2n * sum.d);
}
