import { add, integer, multiply, power } from '../../value/rational.js';
import type { Node, NodeOf } from '../ast.js';
import type { Cursor } from '../cursor.js';
import { withRepetend } from './decimals.js';
import { digitGroups } from './digit-groups.js';
import { mixedFraction } from './mixed-numbers.js';

/**
 * Reads a number with everything that may belong to it: thousands separators, decimals, a repeating part, an exponent
 * of ten, the fraction of a mixed number.
 */
export function parseNumber(c: Cursor): Node {
  const first = c.next().text;
  const digits = first + digitGroups(c, first);
  const number = withRepetend(c, digits);
  if (number.digits === undefined && !number.truncated) {
    const fraction = mixedFraction(c);
    if (fraction !== undefined) return { kind: 'number', value: add(number.value, fraction) };
  }
  return withExponent(c, number, digits);
}

/** 1.5e3, 2E-7. `3e-2` stays 3e − 2: only a decimal or 1 before, or two digits after, tells a program's notation. */
function withExponent(c: Cursor, number: NodeOf<'number'>, digits: string): Node {
  const letter = c.peek();
  if (letter.kind !== 'letter' || letter.space || (letter.text !== 'e' && letter.text !== 'E')) return number;
  const signed = c.at('-', 1) || c.at('+', 1);
  if (signed && c.peek(1).space) return number;
  const exponent = c.peek(signed ? 2 : 1);
  if (exponent.kind !== 'number' || exponent.space || !/^\d{1,4}$/.test(exponent.text)) return number;
  if (signed && !digits.includes('.') && digits !== '1' && exponent.text.length < 2) return number;
  const sign = c.at('-', 1) ? -1 : 1;
  const scale = power(integer(10n), BigInt(sign) * BigInt(exponent.text))!;
  c.position += signed ? 3 : 2;
  const fraction = digits.split('.')[1]?.length ?? 0;
  const value = multiply(number.value, scale);
  const exponent10 = sign * Number(exponent.text);
  return { kind: 'number', value, ...(fraction > 0 ? { digits: fraction, exponent: exponent10 } : {}) };
}
