import { bitLength, type Rational } from './rational.js';

/**
 * A real number known to lie within 2^r of m·2^e (midpoint–radius arithmetic).
 *
 * Every operation widens the radius by its own rounding, so that two balls apart prove two numbers different; that they
 * meet at a radius far below the numbers' size is as good as equal. r = −∞ for an exact number.
 */
export interface Ball {
  readonly m: bigint;
  readonly e: number;
  readonly r: number;
}

export const EXACT = -Infinity;
export const BALL_ZERO: Ball = { m: 0n, e: 0, r: EXACT };
export const BALL_ONE: Ball = { m: 1n, e: 0, r: EXACT };

const NUMBER_BITS = 1000;
const NUMBER_LIMIT = 1n << BigInt(NUMBER_BITS);

/** @returns log2 of |m|, for any size; −∞ for 0. */
export function log2Size(m: bigint): number {
  if (m < NUMBER_LIMIT && m > -NUMBER_LIMIT) return Math.log2(Math.abs(Number(m)));
  const shift = bitLength(m) - 64;
  return Math.log2(Math.abs(Number(m >> BigInt(shift)))) + shift;
}

/** @returns log2(2^a + 2^b). */
export function log2Sum(a: number, b: number): number {
  const [high, low] = a > b ? [a, b] : [b, a];
  return low === EXACT ? high : high + Math.log2(1 + 2 ** (low - high));
}

/** @returns log2 of the midpoint's size; −∞ for 0. */
export function magnitude(a: Ball): number {
  return a.m === 0n ? EXACT : log2Size(a.m) + a.e;
}

/** @returns log2 of an upper bound of |a|. */
export function upperBound(a: Ball): number {
  return log2Sum(magnitude(a), a.r);
}

/** @returns A ball of about `precision` bits that holds m·2^e ± 2^r; bits below the radius are dropped. */
export function makeBall(m: bigint, e: number, r: number, precision: number): Ball {
  if (m === 0n) return { m, e: 0, r };
  const bits = log2Size(m);
  const shift = Math.max(
    Math.ceil(bits) - precision,
    r === EXACT ? 0 : Math.min(Math.floor(r - e) - 8, Math.ceil(bits)),
  );
  if (shift <= 0) return { m, e, r };
  return { m: m >> BigInt(shift), e: e + shift, r: log2Sum(r, e + shift) };
}

export function fromRational(value: Rational, precision: number): Ball {
  if (value.d === 1n) return makeBall(value.n, 0, EXACT, precision);
  const shift = Math.max(0, precision + bitLength(value.d) - bitLength(value.n) + 2);
  return { m: (value.n << BigInt(shift)) / value.d, e: -shift, r: -shift };
}

export function negateBall(a: Ball): Ball {
  return { m: -a.m, e: a.e, r: a.r };
}

export function addBalls(a: Ball, b: Ball, precision: number): Ball {
  if (a.m === 0n && a.r === EXACT) return b;
  if (b.m === 0n && b.r === EXACT) return a;
  const r = log2Sum(a.r, b.r);
  if (a.m === 0n || b.m === 0n) return makeBall(a.m === 0n ? b.m : a.m, a.m === 0n ? b.e : a.e, r, precision);
  const [high, low] = a.e >= b.e ? [a, b] : [b, a];
  const gap = high.e - low.e;
  // The smaller number is beyond the last bit of the larger one: it only widens the radius.
  if (gap > 2 * precision + 64 && magnitude(high) - magnitude(low) > precision + 32) {
    return makeBall(high.m, high.e, log2Sum(r, magnitude(low)), precision);
  }
  if (gap > 100_000) return { m: 0n, e: 0, r: log2Sum(upperBound(a), upperBound(b)) };
  return makeBall((high.m << BigInt(gap)) + low.m, low.e, r, precision);
}

export function subtractBalls(a: Ball, b: Ball, precision: number): Ball {
  return addBalls(a, negateBall(b), precision);
}

export function multiplyBalls(a: Ball, b: Ball, precision: number): Ball {
  if ((a.m === 0n && a.r === EXACT) || (b.m === 0n && b.r === EXACT)) return BALL_ZERO;
  let r = EXACT;
  if (a.r !== EXACT || b.r !== EXACT) {
    r = log2Sum(log2Sum(magnitude(a) + b.r, magnitude(b) + a.r), a.r + b.r);
    if (Number.isNaN(r)) r = EXACT;
  }
  return makeBall(a.m * b.m, a.e + b.e, r, precision);
}

/** @returns a/b; undefined when b may be 0. */
export function divideBalls(a: Ball, b: Ball, precision: number): Ball | undefined {
  if (mayBeZero(b)) return undefined;
  if (a.m === 0n && a.r === EXACT) return BALL_ZERO;
  const sizeB = magnitude(b);
  const shift = Math.max(0, Math.ceil(precision + log2Size(b.m) - (a.m === 0n ? 0 : log2Size(a.m)) + 4));
  const m = (a.m << BigInt(shift)) / b.m;
  const e = a.e - b.e - shift;
  const size = a.m === 0n ? EXACT : magnitude(a) - sizeB;
  // |a/b − a'/b'| ≤ (ra + |a/b| rb) / (|b| − rb); the gap below is at least half of |b|.
  const r = log2Sum(log2Sum(a.r, size + b.r) - sizeB + (b.r === EXACT ? 0 : 1), e);
  return makeBall(m, e, r, precision);
}

/** Whether 0 lies in the ball, or so near that dividing by it would tell nothing. */
export function mayBeZero(a: Ball): boolean {
  return a.m === 0n || magnitude(a) - 1 <= a.r;
}

export function isExactZero(a: Ball): boolean {
  return a.m === 0n && a.r === EXACT;
}

/** @returns The sign of every number in the ball; undefined when it holds both signs, 0 only for exactly 0. */
export function signOf(a: Ball): -1 | 0 | 1 | undefined {
  if (isExactZero(a)) return 0;
  if (mayBeZero(a)) return undefined;
  return a.m < 0n ? -1 : 1;
}

/** @returns √a for a ball whose midpoint is not negative; undefined for a negative midpoint. */
export function sqrtBall(a: Ball, precision: number): Ball | undefined {
  if (isExactZero(a)) return BALL_ZERO;
  if (a.m < 0n) return undefined;
  if (mayBeZero(a)) return { m: 0n, e: 0, r: upperBound(a) / 2 + 0.01 };
  let shift = Math.max(0, 2 * precision - Math.floor(log2Size(a.m)) + 4);
  if ((a.e - shift) % 2 !== 0) shift++;
  const m = integerSqrt(a.m << BigInt(shift));
  const e = (a.e - shift) / 2;
  const exact = a.r === EXACT && m * m === a.m << BigInt(shift);
  return makeBall(m, e, exact ? EXACT : log2Sum(a.r - magnitude(a) / 2, e), precision);
}

/** @returns ⌊√n⌋ for n ≥ 0. */
export function integerSqrt(n: bigint): bigint {
  if (n < 2n) return n;
  const shift = Math.max(0, bitLength(n) - 104);
  const even = shift + (shift % 2);
  let x = (BigInt(Math.ceil(Math.sqrt(Number(n >> BigInt(even))))) + 1n) << BigInt(even / 2);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

/** @returns The nearest double. */
export function toNumber(a: Ball): number {
  if (a.m === 0n) return 0;
  const excess = Math.max(0, Math.floor(log2Size(a.m)) - 60);
  return Number(a.m >> BigInt(excess)) * 2 ** (a.e + excess);
}

/** @returns The integer below every number of the ball; undefined when an integer lies within. */
export function floorBall(a: Ball): bigint | undefined {
  if (upperBound(a) > 20_000) return undefined;
  const floorOf = (m: bigint, e: number): bigint => (e >= 0 ? m << BigInt(e) : m >> BigInt(-e));
  if (a.r === EXACT) return floorOf(a.m, a.e);
  const e = Math.min(a.e, Math.floor(a.r));
  const m = a.m << BigInt(a.e - e);
  const spread = 1n << BigInt(Math.max(0, Math.ceil(a.r) - e));
  const low = floorOf(m - spread, e);
  return low === floorOf(m + spread, e) ? low : undefined;
}
