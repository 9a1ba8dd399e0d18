import { bits, fraction, isExact, isNegative, NotDecidable, ONE, type Fraction, integerRoot } from './coefficient.js';
import { multiplyTerms, ofTerms, type Base, type Factor, type Sum, type Term } from './sum.js';

/** Products of two terms that one decision may take; those of long numbers count for more. */
const MOST_WORK = 4000;

/**
 * Decides whether an expression is zero: like terms collected, denominators cleared, products of sums multiplied out,
 * and what is left of numbers under nested roots computed to ninety digits. Floats stay floats all the way, as in SymPy:
 * `0.1 + 0.2 - 0.3` is not zero.
 *
 * @throws NotDecidable when that would take too long.
 */
export function isZeroSum(sum: Sum): boolean {
  if (sum.size === 0) return true;
  const work = { left: MOST_WORK };
  let rest = expanded(sum, work);
  for (;;) {
    const denominator = deepestDenominator(rest);
    if (denominator === undefined) return rest.size === 0 || numericallyZero(rest);
    const times: Term = { coefficient: ONE, factors: [denominator] };
    if ((work.left -= rest.size) < 0) throw new NotDecidable('too many products');
    rest = expanded(ofTerms(Array.from(rest.values(), (term) => multiplyTerms(term, times))), work);
  }
}

/** @returns What clears the worst negative power of a sum, if any term has one. */
function deepestDenominator(sum: Sum): Factor | undefined {
  let worst: Factor | undefined;
  for (const term of sum.values()) {
    for (const factor of term.factors) {
      if (factor.base.kind !== 'sum' || !isNegative(factor.exponent)) continue;
      if (worst === undefined || (factor.base.key === worst.base.key && less(factor.exponent, worst.exponent))) {
        worst = factor;
      }
    }
  }
  if (worst === undefined) return undefined;
  const { n, d } = worst.exponent;
  return { base: worst.base, exponent: fraction((-n + d - 1n) / d) };
}

/** Multiplies out every whole power of a sum, also those inside. */
function expanded(sum: Sum, work: { left: number }): Sum {
  let rest = sum;
  for (;;) {
    let changed = false;
    const terms: Term[] = [];
    for (const term of rest.values()) {
      const at = term.factors.findIndex(({ base, exponent }) => base.kind === 'sum' && exponent.n >= exponent.d);
      if (at < 0) {
        terms.push(term);
        continue;
      }
      changed = true;
      const factor = term.factors[at]!;
      const others = term.factors.filter((_, i) => i !== at);
      const fewer = { base: factor.base, exponent: minusOne(factor.exponent) };
      const kept = { ...term, factors: fewer.exponent.n === 0n ? others : [...others, fewer].sort(byKey) };
      for (const inner of (factor.base as Extract<Base, { kind: 'sum' }>).sum.values()) {
        if ((work.left -= cost(kept)) < 0) throw new NotDecidable('too many products');
        terms.push(multiplyTerms(kept, inner));
      }
    }
    rest = ofTerms(terms);
    if (!changed) return rest;
  }
}

function cost({ coefficient }: Term): number {
  return isExact(coefficient) ? 1 + Math.floor((bits(coefficient.n) + bits(coefficient.d)) / 64) : 1;
}

function minusOne(value: Fraction): Fraction {
  return fraction(value.n - value.d, value.d);
}

function less(a: Fraction, b: Fraction): boolean {
  return a.n * b.d < b.n * a.d;
}

function byKey(a: Factor, b: Factor): number {
  return a.base.key < b.base.key ? -1 : 1;
}

/** Fixed point: numbers are multiples of 2^-400, and count as zero below 2^-300. */
const PRECISION = 400n;
const NEGLIGIBLE = 1n << 100n;
const LONGEST = 1000;
const MOST_TERMS = 40;
const HIGHEST_ROOT = 12n;

/**
 * Decides by computation whether a sum of roots of numbers is zero, such as √(3 + 2√2) − 1 − √2.
 *
 * @returns false also for what has symbols or cannot be computed so: what is left of it after cancelling is not zero.
 */
function numericallyZero(sum: Sum): boolean {
  if (sum.size > MOST_TERMS) return false;
  const parts = complexValue(sum);
  return parts !== undefined && [parts.real, parts.imaginary].every((part) => part < NEGLIGIBLE && -part < NEGLIGIBLE);
}

interface Parts {
  readonly real: bigint;
  readonly imaginary: bigint;
}

function complexValue(sum: Sum): Parts | undefined {
  let real = 0n;
  let imaginary = 0n;
  for (const { coefficient, factors } of sum.values()) {
    if (!isExact(coefficient) || bits(coefficient.n) > LONGEST || bits(coefficient.d) > LONGEST) return undefined;
    const turn = factors.find(({ base }) => base.kind === 'minus-one');
    if (turn !== undefined && turn.exponent.d !== 2n) return undefined;
    let value = (coefficient.n << PRECISION) / coefficient.d;
    for (const factor of factors) {
      if (factor === turn) continue;
      const root = rootValue(factor);
      if (root === undefined) return undefined;
      value = (value * root) >> PRECISION;
    }
    if (turn === undefined) real += value;
    else imaginary += value;
  }
  return { real, imaginary };
}

function rootValue({ base, exponent }: Factor): bigint | undefined {
  if (base.kind === 'prime') return rootOf(base.value << PRECISION, exponent);
  if (base.kind !== 'sum') return undefined;
  const inner = complexValue(base.sum);
  if (inner === undefined || inner.imaginary !== 0n || inner.real <= NEGLIGIBLE) return undefined;
  return rootOf(inner.real, exponent);
}

/** value^(n/d) for a positive fixed-point value and a positive exponent. */
function rootOf(value: bigint, { n, d }: Fraction): bigint | undefined {
  if (n <= 0n || n > HIGHEST_ROOT || d > HIGHEST_ROOT || bits(value) > LONGEST) return undefined;
  const power = value ** n;
  const shift = PRECISION * (d - n);
  return integerRoot(shift >= 0n ? power << shift : power >> -shift, d);
}
