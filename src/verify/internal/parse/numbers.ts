import { add, integer, multiply, power, rational, type Rational } from '../value/rational.js';
import type { Node, NodeOf } from './ast.js';
import type { Cursor } from './cursor.js';

const FRACTIONS = new Set(['frac', 'dfrac', 'tfrac', 'cfrac', 'sfrac', 'nicefrac']);

/**
 * Reads a number with everything that may belong to it: thousands separators, decimals, a repeating part, an exponent
 * of ten, the fraction of a mixed number.
 */
export function parseNumber(c: Cursor): Node {
  const first = c.next().text;
  const digits = first + groups(c, first);
  const number = withRepetend(c, digits);
  if (number.digits === undefined && !number.truncated) {
    const fraction = mixedFraction(c);
    if (fraction !== undefined) return { kind: 'number', value: add(number.value, fraction) };
  }
  return withExponent(c, number, digits);
}

/** @returns The digit groups after thousands separators, as plain digits (and a decimal part at the end). */
function groups(c: Cursor, first: string): string {
  if (!/^[1-9]\d{0,2}(?:\.\d{3})?$/.test(first)) return decimalComma(c, first);
  // 1.234.567 and 1.234.567,89
  if (first.includes('.')) return dotted(c);
  const taken: string[] = [];
  let ahead = 0;
  let style: string | undefined;
  for (;;) {
    const [width, kind] = separator(c, ahead, style === undefined);
    if (width === undefined || (style !== undefined && kind !== style)) break;
    const token = c.peek(ahead + width);
    const last = /^\d{3}(\.\d+)?$/.test(token.text);
    const indian = kind === ',' && /^\d{2}$/.test(token.text) && indianTail(c, ahead + width);
    if (token.kind !== 'number' || !(last || indian)) break;
    style = kind;
    taken.push(token.text);
    ahead += width + 1;
    if (token.text.includes('.')) break;
  }
  // 1,234,56 is a list: a separator goes on to something that is no group.
  if (style === ',' && c.at(',', ahead) && !c.peek(ahead).space && isAdjacentNumber(c, ahead + 1)) return '';
  if (taken.length === 0) return decimalComma(c, first);
  if (style === ' ' && c.peek(ahead).kind === 'number' && c.peek(ahead).space) return '';
  c.position += ahead;
  return taken.join('');
}

/** The separator at `ahead`: how many tokens it takes and which style it is. */
function separator(c: Cursor, ahead: number, isFirst: boolean): [number | undefined, string] {
  const token = c.peek(ahead);
  const after = c.peek(ahead + 1);
  if (c.at('{', ahead) && c.at(',', ahead + 1) && c.at('}', ahead + 2)) return [3, '{,}'];
  if (
    c.at(',', ahead) &&
    (!token.space || token.thin) &&
    after.kind === 'number' &&
    (!after.space || (after.thin && c.commas === 'group'))
  ) {
    // 1,\!234 is one number whatever commas mean elsewhere.
    if (after.thin) return [1, ',!'];
    return c.commas === 'group' ? [1, ','] : [undefined, ''];
  }
  if (token.kind === 'number' && token.space) return [0, ' '];
  if (c.at("'", ahead) && !token.space && after.kind === 'number' && !after.space) return [1, "'"];
  if (c.at('_', ahead) && !isFirst && after.kind === 'number' && !after.space) return [1, '_'];
  if (c.at('_', ahead) && after.kind === 'number' && /^\d{3}$/.test(after.text) && c.at('_', ahead + 2))
    return [1, '_'];
  return [undefined, ''];
}

function isAdjacentNumber(c: Cursor, ahead: number): boolean {
  const token = c.peek(ahead);
  return token.kind === 'number' && !token.space;
}

/** 12,34,567: groups of two, then three. */
function indianTail(c: Cursor, ahead: number): boolean {
  let at = ahead;
  for (let k = 0; k < 6; k++) {
    if (!c.at(',', at + 1) || !isAdjacentNumber(c, at + 2)) return false;
    const text = c.peek(at + 2).text;
    if (/^\d{3}(?:\.\d+)?$/.test(text)) return !c.at(',', at + 3) || c.peek(at + 4).space;
    if (!/^\d{2}$/.test(text)) return false;
    at += 2;
  }
  return false;
}

/** `3{,}14`: a decimal comma in braces. Three digits after it are a group of thousands instead. */
function decimalComma(c: Cursor, first: string): string {
  if (!/^\d+$/.test(first) || !c.at('{') || !c.at(',', 1) || !c.at('}', 2)) return '';
  const token = c.peek(3);
  if (token.kind !== 'number' || token.space || !/^\d+$/.test(token.text)) return '';
  c.position += 4;
  return `.${token.text}`;
}

/** The rest of 1.234.567: read as one number only if at least two groups follow a dot. */
function dotted(c: Cursor): string {
  let ahead = 0;
  let rest = '';
  while (c.peek(ahead).kind === 'number' && !c.peek(ahead).space && /^\.\d{3}$/.test(c.peek(ahead).text)) {
    rest += c.peek(ahead).text;
    ahead++;
  }
  c.position += ahead;
  return rest;
}

/** The number these digits are, with `\overline{3}`, `\dot{3}`, `(3)` or `...` after a decimal point taken in. */
function withRepetend(c: Cursor, digits: string): NodeOf<'number'> {
  const dots = digits.split('.').length - 1;
  if (dots > 1) return { kind: 'number', value: integer(BigInt(digits.replaceAll('.', ''))) };
  const number = decimal(digits);
  // 0.\overline{3}: the point stands alone.
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
      // 2.718281828… may go on otherwise.
      const cycled = repeating(digits.slice(0, digits.length - cycle.length), period);
      return { ...cycled, digits: fraction.length, truncated: true, cycle: true };
    }
    return { ...number, truncated: true };
  }
  return number;
}

/** .\overline{3}, without a nought before the point. */
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

/** (3) right after the digits */
function isBracketed(c: Cursor, ahead: number): boolean {
  const digits = c.peek(ahead + 1);
  return (
    c.at('(', ahead) &&
    !c.peek(ahead).space &&
    digits.kind === 'number' &&
    /^\d+$/.test(digits.text) &&
    c.at(')', ahead + 2)
  );
}

function readRepetend(c: Cursor): string | undefined {
  if (isRepetend(c, 0) && c.peek(2).kind === 'number' && c.at('}', 3)) {
    const isDot = c.atStructure('dot');
    let cycle = c.peek(2).text;
    c.position += 4;
    if (!isDot) return cycle;
    // 0.\dot{1}42\dot{3}: from the first dot to the second.
    let middle = '';
    if (c.peek().kind === 'number' && !c.peek().space && c.atStructure('dot', 1)) middle = c.next().text;
    if (c.atStructure('dot') && c.at('{', 1) && c.peek(2).kind === 'number' && c.at('}', 3)) {
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

/** digits followed by the cycle for ever: d + cycle / (10^m (10^k − 1)). */
function repeating(digits: string, cycle: string): NodeOf<'number'> {
  const [whole, fraction = ''] = digits.split('.');
  const head = decimal(`${whole}.${fraction}`).value;
  const shift = 10n ** BigInt(fraction.length);
  const tail = rational(BigInt(cycle), shift * (10n ** BigInt(cycle.length) - 1n));
  return { kind: 'number', value: add(head, tail) };
}

/** @returns The exact value of decimal digits such as `12.50`. */
export function decimal(digits: string): NodeOf<'number'> {
  const [whole = '', fraction] = digits.split('.');
  if (fraction === undefined) return { kind: 'number', value: rational(BigInt(whole)) };
  const value = rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
  return fraction === '' ? { kind: 'number', value } : { kind: 'number', value, digits: fraction.length };
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

/** @returns The value of digits in a base; undefined if a digit does not exist there. */
export function basedValue(digits: string, base: number): Rational | undefined {
  let value = integer(0);
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
