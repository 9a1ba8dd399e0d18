import { NotDecidable } from './algebra/coefficient.js';
import { isZeroSum } from './algebra/is-zero.js';
import { parseExpression } from './algebra/parse.js';

const LONGEST = 800;

/**
 * Decides whether two flattened answers are the same expression: what the reference leaves to SymPy's `simplify`.
 *
 * Only expressions of at most two letters are looked at, without braced or parenthesized exponents, without a second
 * exponent on top of one, and without one of two digits after a caret.
 */
export function isSameExpression(truth: string, given: string): boolean {
  const difference = `(${truth})-(${given})`;
  if (difference.length > LONGEST || !mayBeRead(difference)) return false;
  try {
    return isZeroSum(parseExpression(difference));
  } catch (error) {
    if (error instanceof NotDecidable) return false;
    throw error;
  }
}

function mayBeRead(expression: string): boolean {
  const letters = expression.replaceAll('sqrt', '').replaceAll('frac', '').match(/\p{L}/gu);
  if (new Set(letters).size > 2) return false;
  return !expression.includes('^{') && !expression.includes('^(') && !/\^[0-9]+\^|\^[0-9][0-9]+/.test(expression);
}
