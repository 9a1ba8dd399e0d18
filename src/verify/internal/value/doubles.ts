import { bitLength, rational, type Rational } from './rational.js';

/** The number of bits before the point, roughly; negative for small numbers. */
export function sizeOf({ n, d }: Rational): number {
  return n === 0n ? -Infinity : bitLength(n) - bitLength(d);
}

/** @returns sign · 2^exponent. */
export function powerOfTwo(exponent: number, sign: bigint): Rational {
  return exponent >= 0 ? rational(sign << BigInt(exponent)) : rational(sign, 1n << BigInt(-exponent));
}

/** The double, exactly. */
export function fromDouble(x: number): Rational {
  return rational(BigInt(Math.round(x * 2 ** 20)), 1n << 20n);
}

/** The nearest double, of long numbers too. */
export function toDouble({ n, d }: Rational): number {
  if (n === 0n) return 0;
  const size = sizeOf({ n, d });
  if (Math.abs(size) > 1_000) return (n > 0n ? 1 : -1) * (size > 0 ? Infinity : Number.MIN_VALUE);
  const shift = 64 - size;
  const scaled = shift >= 0 ? (n << BigInt(shift)) / d : n / (d << BigInt(-shift));
  return Number(scaled) * 2 ** -shift;
}
