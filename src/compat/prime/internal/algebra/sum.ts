import { add, floor, fraction, isExact, isInteger, isZero, multiply, NotDecidable, ONE, ZERO } from './coefficient.js';
import type { Coefficient, Fraction } from './coefficient.js';

/**
 * An expression in a form that can be compared: a sum of terms, each a number times powers of bases. Equal keys mean
 * equal bases; a sum whose terms all cancel is empty.
 */
export type Sum = ReadonlyMap<string, Term>;

export interface Term {
  readonly coefficient: Coefficient;
  /** Sorted by key, no exponent zero. */
  readonly factors: readonly Factor[];
}

export interface Factor {
  readonly base: Base;
  readonly exponent: Fraction;
}

/** What is raised to powers. `key` tells bases apart. */
export type Base =
  /** A positive integer without small square factors; its exponent is in (0, 1). */
  | { readonly kind: 'prime'; readonly key: string; readonly value: bigint }
  /** −1, for roots of negative numbers; its exponent is in (0, 1). */
  | { readonly kind: 'minus-one'; readonly key: string }
  | { readonly kind: 'symbol'; readonly key: string }
  /** A sum that stays together: of several terms, or under a root that may not be drawn apart. */
  | { readonly kind: 'sum'; readonly key: string; readonly sum: Sum }
  /** base ** (symbolic exponent), such as 2^n. */
  | { readonly kind: 'exponential'; readonly key: string; readonly base: Base; readonly exponent: Term }
  /** A function that is not evaluated, such as ln(2) or n!. */
  | { readonly kind: 'function'; readonly key: string; readonly name: string; readonly argument: Sum };

const MOST_TERMS = 500;

export const MINUS_ONE: Base = { kind: 'minus-one', key: '(-1)' };

export function symbol(name: string): Base {
  return { kind: 'symbol', key: name };
}

export function prime(value: bigint): Base {
  return { kind: 'prime', key: String(value), value };
}

export function sumBase(sum: Sum): Base {
  return { kind: 'sum', key: `[${sumKey(sum)}]`, sum };
}

/** @returns A number as a sum of one term, or of none for zero. */
export function constant(value: Coefficient): Sum {
  return ofTerms([{ coefficient: value, factors: [] }]);
}

/** @returns base^exponent as a sum of one term. */
export function powerOf(base: Base, exponent: Fraction = ONE): Sum {
  return ofTerms([normalTerm(ONE, [{ base, exponent }])]);
}

/** @returns The sum of terms, like ones collected, those that cancel gone. */
export function ofTerms(terms: Iterable<Term>): Sum {
  const sum = new Map<string, Term>();
  for (const term of terms) {
    const key = termKey(term);
    const before = sum.get(key);
    const coefficient = before === undefined ? term.coefficient : add(before.coefficient, term.coefficient);
    if (isZero(coefficient)) sum.delete(key);
    else sum.set(key, { coefficient, factors: term.factors });
  }
  if (sum.size > MOST_TERMS) throw new NotDecidable('too many terms');
  return sum;
}

export function addSums(a: Sum, b: Sum): Sum {
  return ofTerms([...a.values(), ...b.values()]);
}

export function scale(sum: Sum, by: Coefficient): Sum {
  return ofTerms(Array.from(sum.values(), (term) => ({ ...term, coefficient: multiply(term.coefficient, by) })));
}

/**
 * @returns The product, sums of several terms kept together as bases (`x·(x + 1)` is not drawn apart), except that a
 *   number is drawn into a sum.
 */
export function multiplySums(a: Sum, b: Sum): Sum {
  if (a.size === 0 || b.size === 0) return new Map();
  const left = numberOf(a);
  if (left !== undefined) return scale(b, left);
  const right = numberOf(b);
  if (right !== undefined) return scale(a, right);
  return ofTerms([multiplyTerms(asTerm(a), asTerm(b))]);
}

export function multiplyTerms(a: Term, b: Term): Term {
  return normalTerm(multiply(a.coefficient, b.coefficient), [...a.factors, ...b.factors]);
}

/** @returns The only term of a sum; a sum of several becomes a base. */
export function asTerm(sum: Sum): Term {
  const [first] = sum.values();
  if (first !== undefined && sum.size === 1) return first;
  return { coefficient: ONE, factors: [{ base: sumBase(sum), exponent: ONE }] };
}

/** @returns The number that a sum is; undefined if it is not one. */
export function numberOf(sum: Sum): Coefficient | undefined {
  if (sum.size === 0) return ZERO;
  const [term] = sum.values();
  return sum.size === 1 && term!.factors.length === 0 ? term!.coefficient : undefined;
}

export function sumKey(sum: Sum): string {
  return Array.from(sum, ([key, { coefficient }]) => `${coefficientKey(coefficient)}*${key}`)
    .sort()
    .join('+');
}

/** Collects equal bases and moves whole powers of numbers into the coefficient. */
export function normalTerm(coefficient: Coefficient, factors: Iterable<Factor>): Term {
  const exponents = new Map<string, Factor>();
  for (const { base, exponent } of factors) {
    const before = exponents.get(base.key);
    exponents.set(base.key, { base, exponent: before === undefined ? exponent : add(before.exponent, exponent) });
  }
  let number = coefficient;
  const kept: Factor[] = [];
  for (const { base, exponent } of exponents.values()) {
    const whole = base.kind === 'prime' || base.kind === 'minus-one' ? floor(exponent) : 0n;
    if (whole !== 0n) number = multiply(number, wholePower(base, whole));
    const rest = add(exponent, fraction(-whole));
    if (rest.n !== 0n) kept.push({ base, exponent: rest });
  }
  return { coefficient: number, factors: kept.sort((a, b) => (a.base.key < b.base.key ? -1 : 1)) };
}

function wholePower(base: Base, exponent: bigint): Fraction {
  if (base.kind === 'minus-one') return exponent % 2n === 0n ? ONE : fraction(-1n);
  if (base.kind !== 'prime') return ONE;
  if (exponent > 5000n || exponent < -5000n) throw new NotDecidable('a power too high');
  return exponent > 0n ? fraction(base.value ** exponent) : fraction(1n, base.value ** -exponent);
}

export function termKey(term: Term): string {
  return term.factors.map(({ base, exponent }) => `${base.key}^${coefficientKey(exponent)}`).join('*');
}

function coefficientKey(value: Coefficient): string {
  if (!isExact(value)) return `${value.float}f`;
  return isInteger(value) ? String(value.n) : `${value.n}/${value.d}`;
}
