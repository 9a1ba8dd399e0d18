import { rational, type Rational } from '../../value/rational.js';
import type { Cursor } from '../cursor.js';

const FRACTIONS = new Set(['frac', 'dfrac', 'tfrac', 'cfrac', 'sfrac', 'nicefrac']);

/** The proper fraction of a mixed number after its whole part: `\frac12` directly, or ` 1/2` after a space. */
export function mixedFraction(c: Cursor): Rational | undefined {
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
