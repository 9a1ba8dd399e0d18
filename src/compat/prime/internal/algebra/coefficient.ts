/** An exact fraction in lowest terms; the denominator is positive. (`verify` has its own: rooms share no insides.) */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** A number as SymPy's arithmetic keeps it: exact until a float touches it, a double from then on. */
export type Coefficient = Fraction | { readonly float: number };

/** The expression is outside what can be decided here, or takes more work than it is worth. */
export class NotDecidable extends Error {}

const LARGEST_BITS = 4000;

export const ZERO: Fraction = { n: 0n, d: 1n };
export const ONE: Fraction = { n: 1n, d: 1n };

/** @returns n/d in lowest terms. @throws NotDecidable for a zero denominator or numbers too long to work with. */
export function fraction(n: bigint, d = 1n): Fraction {
  if (d === 0n) throw new NotDecidable('division by zero');
  if (bits(n) > LARGEST_BITS || bits(d) > LARGEST_BITS) throw new NotDecidable('a number too long');
  if (d === 1n) return { n, d };
  const divisor = gcd(n < 0n ? -n : n, d < 0n ? -d : d) * (d < 0n ? -1n : 1n);
  return { n: n / divisor, d: d / divisor };
}

export function isExact(value: Coefficient): value is Fraction {
  return 'n' in value;
}

export function isZero(value: Coefficient): boolean {
  return isExact(value) ? value.n === 0n : value.float === 0;
}

export function isInteger(value: Fraction): boolean {
  return value.d === 1n;
}

export function isNegative(value: Coefficient): boolean {
  return isExact(value) ? value.n < 0n : value.float < 0;
}

export function add(a: Fraction, b: Fraction): Fraction;
export function add(a: Coefficient, b: Coefficient): Coefficient;
export function add(a: Coefficient, b: Coefficient): Coefficient {
  if (isExact(a) && isExact(b)) return fraction(a.n * b.d + b.n * a.d, a.d * b.d);
  return finite(toFloat(a) + toFloat(b));
}

export function multiply(a: Fraction, b: Fraction): Fraction;
export function multiply(a: Coefficient, b: Coefficient): Coefficient;
export function multiply(a: Coefficient, b: Coefficient): Coefficient {
  if (isExact(a) && isExact(b)) return fraction(a.n * b.n, a.d * b.d);
  return finite(toFloat(a) * toFloat(b));
}

/** @returns value^exponent. @throws NotDecidable for a negative power of zero, or a result too long. */
export function power(value: Coefficient, exponent: bigint): Coefficient {
  if (isExact(value)) return exactPower(value, exponent);
  if (exponent > 1000n || exponent < -1000n) throw new NotDecidable('a power too high');
  // Rounded once, from the exact power of the float.
  return finite(fractionToFloat(exactPower(floatToFraction(value.float), exponent)));
}

/** @returns The double nearest the number. */
export function toFloat(value: Coefficient): number {
  return isExact(value) ? fractionToFloat(value) : value.float;
}

/** @returns The fraction that a decimal literal spells, such as `1.50e-3`. */
export function decimalFraction(text: string): Fraction {
  const [mantissa, exponentText = '0'] = text.toLowerCase().split('e') as [string, string?];
  const [whole, part = ''] = mantissa.split('.') as [string, string?];
  const exponent = Number(exponentText) - part.length;
  if (Math.abs(exponent) > LARGEST_BITS / 3) throw new NotDecidable('a number too long');
  const digits = BigInt(`${whole}${part}` || '0');
  return exponent >= 0 ? fraction(digits * 10n ** BigInt(exponent)) : fraction(digits, 10n ** BigInt(-exponent));
}

/** @returns The greatest integer at most a fraction. */
export function floor(value: Fraction): bigint {
  const quotient = value.n / value.d;
  return value.n < 0n && quotient * value.d !== value.n ? quotient - 1n : quotient;
}

export function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** @returns An upper bound on the number of bits, within four. */
export function bits(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}

function exactPower(value: Fraction, exponent: bigint): Fraction {
  const size = exponent < 0n ? -exponent : exponent;
  if (size * BigInt(Math.max(bits(value.n), bits(value.d))) > BigInt(LARGEST_BITS) * 4n) {
    throw new NotDecidable('a power too high');
  }
  const raised = { n: value.n ** size, d: value.d ** size };
  return exponent < 0n ? fraction(raised.d, raised.n) : raised;
}

function finite(value: number): Coefficient {
  if (!Number.isFinite(value)) throw new NotDecidable('a float too large');
  return { float: value };
}

/** Correctly rounded: the quotient is taken to 64 bits and more, with a last bit that says whether it was exact. */
function fractionToFloat({ n, d }: Fraction): number {
  if (d === 1n) return Number(n);
  const magnitude = n < 0n ? -n : n;
  if (magnitude <= MAX_SAFE && d <= MAX_SAFE) return Number(n) / Number(d);
  const shift = BigInt(Math.max(0, 72 + bits(d) - bits(magnitude)));
  const scaled = magnitude << shift;
  const quotient = (scaled / d) | (scaled % d === 0n ? 0n : 1n);
  const value = Number(quotient) * 2 ** -Number(shift);
  return n < 0n ? -value : value;
}

function floatToFraction(value: number): Fraction {
  let exponent = 0;
  let scaled = value;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    exponent++;
  }
  return fraction(BigInt(scaled), 1n << BigInt(exponent));
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** @returns The greatest integer whose degree-th power is at most a non-negative value (Newton's iteration). */
export function integerRoot(value: bigint, degree: bigint): bigint {
  if (value < 2n) return value;
  const bits = BigInt(value.toString(2).length);
  let root = 1n << (bits / degree + 1n);
  for (;;) {
    const next = ((degree - 1n) * root + value / root ** (degree - 1n)) / degree;
    if (next >= root) return root;
    root = next;
  }
}
