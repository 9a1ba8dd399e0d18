import { bits, isExact } from './coefficient.js';
import type { Fraction } from './coefficient.js';
import { integerRoot } from './integer-root.js';
import type { Factor, Sum } from './sum.js';

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
export function numericallyZero(sum: Sum): boolean {
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
