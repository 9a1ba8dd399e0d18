import { add, integer, multiply, power, rational, type Rational } from '../../value/rational.js';
import { type Node, type NodeOf, numberNode } from '../ast.js';
import type { Cursor } from '../cursor.js';
import { digitGroups } from './digit-groups.js';

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

const FRACTIONS = new Set(['frac', 'dfrac', 'tfrac', 'cfrac', 'sfrac', 'nicefrac']);

/** The proper fraction of a mixed number after its whole part: `\frac12` directly, or ` 1/2` after a space. */
function mixedFraction(c: Cursor): Rational | undefined {
  const token = c.peek();
  if (token.kind === 'structure' && FRACTIONS.has(token.text)) {
    const over = plainArgument(c, 1);
    const under = over === undefined ? undefined : plainArgument(c, over.end);
    if (over === undefined) return undefined;
    if (under === undefined) {
      // \frac12
      if (over.braced || over.digits.length !== 2) return undefined;
      return properFraction(c, over.digits[0]!, over.digits[1]!, over.end);
    }
    if (!over.braced && over.digits.length > 1) return undefined;
    if (!under.braced && under.digits.length > 1) return undefined;
    return properFraction(c, over.digits, under.digits, under.end);
  }
  const isPlain = token.kind === 'number' && token.space && c.at('/', 1) && c.peek(2).kind === 'number';
  if (!isPlain || !/^\d+$/.test(token.text) || !/^\d+$/.test(c.peek(2).text)) return undefined;
  return properFraction(c, token.text, c.peek(2).text, 3);
}

function plainArgument(c: Cursor, ahead: number): { digits: string; end: number; braced: boolean } | undefined {
  const braced = c.at('{', ahead);
  const token = c.peek(braced ? ahead + 1 : ahead);
  if (token.kind !== 'number' || !/^\d+$/.test(token.text)) return undefined;
  if (!braced) return { digits: token.text, end: ahead + 1, braced };
  return c.at('}', ahead + 2) ? { digits: token.text, end: ahead + 3, braced } : undefined;
}

function properFraction(c: Cursor, over: string, under: string, length: number): Rational | undefined {
  const [n, d] = [BigInt(over), BigInt(under)];
  if (n <= 0n || n >= d) return undefined;
  c.position += length;
  return rational(n, d);
}

/** The number with these digits and a repeating part after the decimal point: `\overline{3}`, `\dot{3}`, `(3)` or `...`. */
function withRepetend(c: Cursor, digits: string): NodeOf<'number'> {
  if (!digits.includes('.') && !c.at('.')) return numberNode(digits);
  const dots = digits.split('.').length - 1;
  if (dots > 1) return numberNode(digits.replaceAll('.', ''));
  const number = decimal(digits);
  // 0.\overline{3}: the point is a token of its own.
  const bare = dots === 0 && c.at('.') && (isRepetend(c, 1) || isBracketed(c, 1));
  if (bare) c.position++;
  else if (dots === 0) return number;
  const repetend = readRepetend(c);
  if (repetend !== undefined) return repeating(digits, repetend);
  if (dots === 1 && c.at('…')) {
    c.position++;
    const [, fraction] = digits.split('.') as [string, string];
    const cycle = /(\d{1,12}?)\1+$/.exec(fraction)?.[0] ?? '';
    const period = /^(\d{1,12}?)\1+$/.exec(cycle)?.[1];
    if (period !== undefined && cycle.length >= Math.max(3, period.length * 2)) {
      // 2.718281828… need not repeat.
      const cycled = repeating(digits.slice(0, digits.length - cycle.length), period);
      return { ...cycled, digits: fraction.length, truncated: true, cycle: true };
    }
    return { ...number, truncated: true };
  }
  return number;
}

/** .\overline{3}, without a 0 before the point. */
export function parseLeadingPoint(c: Cursor): Node {
  if (!isRepetend(c, 1)) return c.fail('expected an operand');
  c.position++;
  const repetend = readRepetend(c);
  return repetend === undefined ? c.fail('expected digits') : repeating('0.', repetend);
}

function isRepetend(c: Cursor, ahead: number): boolean {
  return (
    (c.atStructure('overline', ahead) || c.atStructure('bar', ahead) || c.atStructure('dot', ahead)) &&
    c.at('{', ahead + 1)
  );
}

/** Whether (3) comes right after the digits. */
function isBracketed(c: Cursor, ahead: number): boolean {
  return c.at('(', ahead) && !c.peek(ahead).space && isDigits(c, ahead + 1) && c.at(')', ahead + 2);
}

/** Whether the token has digits only. */
function isDigits(c: Cursor, ahead: number): boolean {
  const { kind, text } = c.peek(ahead);
  return kind === 'number' && /^\d+$/.test(text);
}

function readRepetend(c: Cursor): string | undefined {
  if (isRepetend(c, 0) && isDigits(c, 2) && c.at('}', 3)) {
    const isDot = c.atStructure('dot');
    let cycle = c.peek(2).text;
    c.position += 4;
    if (!isDot) return cycle;
    // 0.\dot{1}42\dot{3}: from the first dot to the second.
    let middle = '';
    if (isDigits(c, 0) && !c.peek().space && c.atStructure('dot', 1)) middle = c.next().text;
    if (c.atStructure('dot') && c.at('{', 1) && isDigits(c, 2) && c.at('}', 3)) {
      cycle += middle + c.peek(2).text;
      c.position += 4;
    }
    return cycle;
  }
  // 0.(3), 0.1(6)
  if (isBracketed(c, 0)) {
    const cycle = c.peek(1).text;
    c.position += 3;
    return cycle;
  }
  return undefined;
}

/** The digits followed by the endless cycle: d + cycle / (10^m (10^k − 1)). */
function repeating(digits: string, cycle: string): NodeOf<'number'> {
  const [whole, fraction = ''] = digits.split('.');
  const head = decimal(`${whole}.${fraction}`).value;
  const shift = 10n ** BigInt(fraction.length);
  const tail = rational(BigInt(cycle), shift * (10n ** BigInt(cycle.length) - 1n));
  return { kind: 'number', value: add(head, tail) };
}

/** @returns The exact value of decimal digits such as `12.50`. */
function decimal(digits: string): NodeOf<'number'> {
  const [whole = '', fraction] = digits.split('.');
  if (fraction === undefined) return { kind: 'number', value: rational(BigInt(whole)) };
  const value = rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
  return fraction === '' ? { kind: 'number', value } : { kind: 'number', value, digits: fraction.length };
}
