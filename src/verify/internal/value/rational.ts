import { LimitReached, LIMITS } from '../budget.js';

/** An exact rational number n/d in lowest terms with d > 0. */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

export const ZERO: Rational = { n: 0n, d: 1n };
export const ONE: Rational = { n: 1n, d: 1n };
const MINUS_ONE: Rational = { n: -1n, d: 1n };

const SMALL = 1n << 64n;
/** Beyond this an integer is longer than `LIMITS.integerBits`; comparing is far cheaper than counting bits. */
const LARGEST = 1n << BigInt(LIMITS.integerBits);

const LONG = 1n << 5000n;

/**
 * What an operation on this number costs, in steps of a budget: reducing to lowest terms takes time that grows with the
 * square of the length.
 */
export function costOf({ n, d }: Rational): number {
  if (d < SMALL) return n < SMALL && n > -SMALL ? 2 : 2 + bitLength(n) / 100;
  const bits = Math.max(bitLength(n), bitLength(d));
  return 20 + bits * (2 + bits / 200);
}

/** @returns n/d in lowest terms. @throws RangeError if d is 0; LimitReached if either is too large. */
export function rational(n: bigint, d = 1n): Rational {
  if (d === 1n) {
    checkSize(n);
    return { n, d };
  }
  if (d === 0n) throw new RangeError('d: expected a non-zero denominator, got 0');
  checkSize(n);
  checkSize(d);
  if (d < 0n) [n, d] = [-n, -d];
  // Lowest terms cost the square of the length; so long a fraction is compared modulo primes instead.
  if (d > LONG && (n > LONG || n < -LONG)) throw new LimitReached('a fraction is too long');
  const g = gcd(n < 0n ? -n : n, d);
  return g === 1n ? { n, d } : { n: n / g, d: d / g };
}

function checkSize(n: bigint): void {
  if (n > LARGEST || n < -LARGEST) throw new LimitReached('an integer is too long');
}

export function gcd(a: bigint, b: bigint): bigint {
  if (a < 0n) a = -a;
  if (b < 0n) b = -b;
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

export function integer(value: number | bigint): Rational {
  return { n: BigInt(value), d: 1n };
}

export function add(a: Rational, b: Rational): Rational {
  if (a.d === b.d) return rational(a.n + b.n, a.d);
  return rational(a.n * b.d + b.n * a.d, a.d * b.d);
}

export function negate(a: Rational): Rational {
  return { n: -a.n, d: a.d };
}

export function subtract(a: Rational, b: Rational): Rational {
  return add(a, negate(b));
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.n * b.n, a.d * b.d);
}

/** @returns a/b; undefined when b is 0. */
export function divide(a: Rational, b: Rational): Rational | undefined {
  return b.n === 0n ? undefined : rational(a.n * b.d, a.d * b.n);
}

/** @returns a^k for an integer k; undefined for 0 to a negative power. @throws LimitReached for a result too long. */
export function power(a: Rational, k: bigint): Rational | undefined {
  if (k === 0n) return ONE;
  if (a.n === 0n) return k > 0n ? ZERO : undefined;
  if (a.d === 1n && (a.n === 1n || a.n === -1n)) return a.n === 1n || k % 2n === 0n ? ONE : MINUS_ONE;
  const size = k < 0n ? -k : k;
  const bits = BigInt(Math.max(bitLength(a.n), bitLength(a.d)));
  if (size > 1_000_000n || (bits - 1n) * size > BigInt(LIMITS.integerBits)) {
    throw new LimitReached('a power is too large');
  }
  const n = a.n ** size;
  const d = a.d ** size;
  if (k > 0n) return { n, d };
  return n < 0n ? { n: -d, d: -n } : { n: d, d: n };
}

export function compare(a: Rational, b: Rational): number {
  const left = a.n * b.d;
  const right = b.n * a.d;
  return left < right ? -1 : left > right ? 1 : 0;
}

export function equals(a: Rational, b: Rational): boolean {
  return a.n === b.n && a.d === b.d;
}

export function isInteger(a: Rational): boolean {
  return a.d === 1n;
}

/** @returns The largest integer not above a. */
export function floor(a: Rational): bigint {
  const q = a.n / a.d;
  return a.n < 0n && q * a.d !== a.n ? q - 1n : q;
}

/** @returns The value of digits in a base; undefined if a digit does not exist there. */
export function basedValue(digits: string, base: number): Rational | undefined {
  let value = ZERO;
  const scale = integer(base);
  const [whole = '', fraction = ''] = digits.toLowerCase().split('.');
  for (const c of whole + fraction) {
    const digit = parseInt(c, 36);
    if (Number.isNaN(digit) || digit >= base) return undefined;
    value = add(multiply(value, scale), integer(digit));
  }
  const shift = power(scale, BigInt(-fraction.length));
  return shift === undefined ? undefined : multiply(value, shift);
}

export function bitLength(value: bigint): number {
  const size = value < 0n ? -value : value;
  if (size < 1n << 53n) {
    const small = Number(size);
    return small === 0 ? 0 : Math.floor(Math.log2(small)) + 1;
  }
  const hex = size.toString(16);
  return (hex.length - 1) * 4 + (4 - Math.clz32(parseInt(hex[0]!, 16)) + 28);
}

/** @returns The integer k-th root when it is exact, else undefined. */
function exactRoot(value: bigint, k: bigint): bigint | undefined {
  if (value < 0n) {
    if (k % 2n === 0n) return undefined;
    const root = exactRoot(-value, k);
    return root === undefined ? undefined : -root;
  }
  if (value < 2n) return value;
  const bits = bitLength(value);
  if (k > BigInt(bits)) return undefined;
  if (bits / Number(k) < 48) return smallRoot(value, k, bits);
  let x = 1n << BigInt(Math.ceil(bits / Number(k)));
  for (;;) {
    const next = ((k - 1n) * x + value / x ** (k - 1n)) / k;
    if (next >= x) break;
    x = next;
  }
  return x ** k === value ? x : undefined;
}

/** A root that a double holds, from the logarithm. */
function smallRoot(value: bigint, k: bigint, bits: number): bigint | undefined {
  const shift = Math.max(0, bits - 60);
  const log = Math.log2(Number(value >> BigInt(shift))) + shift;
  const guess = BigInt(Math.round(2 ** (log / Number(k))));
  return [guess, guess - 1n, guess + 1n].find((root) => root > 0n && root ** k === value);
}

/** @returns The exact k-th root of a rational (real, of an odd root of a negative number too), else undefined. */
export function rationalRoot(a: Rational, k: bigint): Rational | undefined {
  const n = exactRoot(a.n, k);
  const d = n === undefined ? undefined : exactRoot(a.d, k);
  return n === undefined || d === undefined ? undefined : { n, d };
}

/** Roughly the number of bits before the point; negative for small numbers. */
export function sizeOf({ n, d }: Rational): number {
  return n === 0n ? -Infinity : bitLength(n) - bitLength(d);
}

/** @returns sign · 2^exponent. */
export function powerOfTwo(exponent: number, sign: bigint): Rational {
  return exponent >= 0 ? rational(sign << BigInt(exponent)) : rational(sign, 1n << BigInt(-exponent));
}

/** @returns The exact value of a double. */
export function fromDouble(x: number): Rational {
  return rational(BigInt(Math.round(x * 2 ** 20)), 1n << 20n);
}

/** @returns The nearest double, also of long numbers. */
export function toDouble({ n, d }: Rational): number {
  if (n === 0n) return 0;
  const size = sizeOf({ n, d });
  if (Math.abs(size) > 1_000) return (n > 0n ? 1 : -1) * (size > 0 ? Infinity : Number.MIN_VALUE);
  const shift = 64 - size;
  const scaled = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  return Number(scaled) * 2 ** -shift;
}
