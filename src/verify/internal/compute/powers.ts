import { type Budget, LimitReached } from '../budget.js';
import { fromRational, isExactZero, negateBall, signOf } from '../value/ball.js';
import {
  type Complex,
  COMPLEX_ONE,
  COMPLEX_ZERO,
  expComplex,
  integerPower,
  isReal,
  negateComplex,
  powerComplex,
  real,
  sqrtComplex,
} from '../value/complex.js';
import { isInteger, type Rational } from '../value/rational.js';
import type { Scope } from './exact.js';

/** The values and settings with which an expression is evaluated. */
export interface Point {
  readonly precision: number;
  readonly budget: Budget;
  /** Values of the free symbols. */
  readonly values: ReadonlyMap<string, Complex>;
  /** The rational values, for exponents and factorials. */
  readonly rationals: Scope;
  /** With true, roots and logarithms of negative numbers are undefined. */
  readonly realOnly?: boolean;
  /** The base of `\log` without a base. */
  readonly log: 'natural' | 'ten';
  /** The coefficients of the polynomial that replaces an unknown function, such as f in f(x). */
  readonly coefficients?: (name: string) => readonly Complex[];
}

/** The node has no numeric value: a set, a text, an unknown function. Caught inside this room. */
export class NotNumeric extends Error {}

/** The cost of a function at this precision, relative to the usual precision. */
export function effort(precision: number): number {
  return precision <= 256 ? 1 : (precision / 192) ** 1.5;
}

export function expOf(z: Complex, point: Point): Complex {
  point.budget.spend(100 * effort(point.precision));
  return expComplex(z, point.precision);
}

/** A negative number where only real values count. */
export function isBarred(z: Complex, { realOnly }: Point): boolean {
  return realOnly === true && isReal(z) && signOf(z.re) === -1;
}

export function isZero(z: Complex): boolean {
  return isExactZero(z.re) && isExactZero(z.im);
}

/** z^k for a rational k; the real root where z is a negative number and the denominator odd. */
export function rationalPower(z: Complex, k: Rational, point: Point): Complex | undefined {
  const { precision: p, budget } = point;
  if (isZero(z)) return k.n > 0n ? COMPLEX_ZERO : k.n === 0n ? COMPLEX_ONE : undefined;
  const size = k.n < 0n ? -k.n : k.n;
  if (size > 1n << 50n) throw new LimitReached('an exponent is too large');
  budget.spend(2 * size.toString(2).length);
  if (isInteger(k)) return integerPower(z, k.n, p);
  if (k.d % 2n === 0n && isBarred(z, point)) return undefined;
  if (k.d === 2n) {
    budget.spend(40 * effort(p));
    const root = sqrtComplex(z, p);
    return root === undefined ? undefined : integerPower(root, k.n, p);
  }
  budget.spend(200 * effort(p));
  const sign = isReal(z) ? signOf(z.re) : 1;
  if (sign === -1 && k.d % 2n === 1n) {
    const root = powerComplex(real(negateBall(z.re)), real(fromRational(k, p)), p);
    if (root === undefined) return undefined;
    return k.n % 2n === 0n ? root : negateComplex(root);
  }
  return powerComplex(z, real(fromRational(k, p)), p);
}
