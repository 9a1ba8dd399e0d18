import { LimitReached, type Budget } from '../budget.js';
import {
  bitLength,
  divide,
  gcd,
  integer,
  isInteger,
  multiply,
  ONE,
  rational,
  subtract,
  type Rational,
} from '../value/rational.js';

const LARGEST_FACTORIAL = 2500n;

/** @returns n! for an integer n ≥ 0 (or n!! when `step` is 2); undefined for other numbers. @throws LimitReached for large n. */
export function factorial(n: Rational, budget: Budget, step = 1n): Rational | undefined {
  if (!isInteger(n) || n.n < 0n) return undefined;
  if (n.n > LARGEST_FACTORIAL) throw new LimitReached('a factorial is too large');
  let result = 1n;
  for (let k = n.n; k > 1n; k -= step) result *= k;
  budget.spend((Number(n.n) * bitLength(result)) / 40_000);
  budget.spend(Number(n.n) / 2 + 1);
  return rational(result);
}

/** @returns n(n − 1)…(n − k + 1)/k!, for a whole k ≥ 0 and any rational n; without `divided`, the permutations alone. */
export function binomial(n: Rational, k: Rational, budget: Budget, divided = true): Rational | undefined {
  if (!isInteger(k) || k.n < 0n) return undefined;
  if (isInteger(n) && n.n >= 0n) {
    if (k.n > n.n) return integer(0);
    if (divided && k.n > n.n / 2n) k = integer(n.n - k.n);
  }
  if (k.n > LARGEST_FACTORIAL) throw new LimitReached('a binomial is too large');
  budget.spend(Number(k.n) * 2 + 1);
  if (isInteger(n)) {
    // Each step divides evenly.
    let whole = 1n;
    for (let j = 0n; j < k.n; j++) whole = divided ? (whole * (n.n - j)) / (j + 1n) : whole * (n.n - j);
    // Each step is work on all bits so far.
    budget.spend((Number(k.n) * bitLength(whole)) / 8000);
    return rational(whole);
  }
  let result = ONE;
  for (let j = 0n; j < k.n; j++) {
    result = multiply(result, subtract(n, integer(j)));
    if (divided) result = divide(result, integer(j + 1n))!;
  }
  return result;
}

/** @returns The greatest common divisor of integers; undefined if one is no integer. */
export function greatestCommonDivisor(values: readonly Rational[], budget: Budget): Rational | undefined {
  if (values.length === 0 || !values.every(isInteger)) return undefined;
  chargeDivision(values, budget);
  return integer(values.reduce((g, value) => gcd(g, value.n), 0n));
}

export function leastCommonMultiple(values: readonly Rational[], budget: Budget): Rational | undefined {
  if (values.length === 0 || !values.every((value) => isInteger(value) && value.n !== 0n)) return undefined;
  chargeDivision(values, budget);
  return rational(values.reduce((m, { n }) => (m / gcd(m, n)) * (n < 0n ? -n : n), 1n));
}

/** Euclid's algorithm takes time that grows with the square of the length. */
function chargeDivision(values: readonly Rational[], budget: Budget): void {
  for (const { n } of values) budget.spend(2 + (bitLength(n) / 64) ** 2);
}
