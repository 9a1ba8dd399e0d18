import { add, rational } from '../../value/rational.js';
import { numberNode, type Node, type NodeOf } from '../ast.js';
import type { Cursor } from '../cursor.js';

/** The number these digits are, with `\overline{3}`, `\dot{3}`, `(3)` or `...` after a decimal point taken in. */
export function withRepetend(c: Cursor, digits: string): NodeOf<'number'> {
  if (!digits.includes('.') && !c.at('.')) return numberNode(digits);
  const dots = digits.split('.').length - 1;
  if (dots > 1) return numberNode(digits.replaceAll('.', ''));
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
  return c.at('(', ahead) && !c.peek(ahead).space && isDigits(c, ahead + 1) && c.at(')', ahead + 2);
}

/** A run of digits without a point. */
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

/** digits followed by the cycle for ever: d + cycle / (10^m (10^k − 1)). */
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
