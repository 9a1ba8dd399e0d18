import type { Node } from './ast.js';
import { isBasedNumber, parseBasedNumber, withBase } from './numbers/bases.js';
import { type Cursor, parsePrimary, parseSum } from './cursor.js';
import { parseLeadingPoint, parseNumber } from './numbers/numbers.js';
import { parseFunction } from './functions.js';
import { parseBar, parseBraces, parseBracket, parseParenthesis, parseSetBraces, parseDelimited } from './groups.js';
import { parseLetter, parseLetterRun } from './letters.js';
import { parseStructure } from './structures.js';
import { CURRENCIES, makeUnit, unitName } from './units/units.js';

/** One operand: a number, a symbol, a function, a bracketed expression, a LaTeX structure. */
export function readPrimary(c: Cursor): Node {
  const token = c.peek();
  switch (token.kind) {
    case 'number':
      return isBasedNumber(c) ? parseBasedNumber(c) : withBase(c, parseNumber(c));
    case 'letter':
      return isBasedNumber(c) ? parseBasedNumber(c) : parseLetter(c);
    case 'word':
      if (isBasedNumber(c)) return parseBasedNumber(c);
      return isCurrencyWord(c) ? parseCurrencyWord(c) : parseLetterRun(c);
    case 'function':
      return c.nested(() => parseFunction(c), { bar: c.bar, colonStops: c.colonStops });
    case 'structure':
      return c.nested(() => parseStructure(c), { bar: c.bar, colonStops: c.colonStops });
    case 'sign':
      return parseSign(c);
    default:
      return c.fail('expected an operand');
  }
}

function parseSign(c: Cursor): Node {
  const { text } = c.peek();
  switch (text) {
    case '(':
      return withBase(c, parseParenthesis(c));
    case '{':
      return parseBraces(c);
    case '\\{':
      return parseSetBraces(c);
    case '[':
    case ']':
      return parseBracket(c);
    case '⟨':
      return parseDelimited(c, '⟩');
    case '|':
    case '‖':
      return parseBar(c, text);
    case '⌊':
    case '⌈':
      return parseRounding(c, text);
    case '#':
      // #S: how many there are.
      c.position++;
      return { kind: 'apply', name: '#', args: [parsePrimary(c)], free: true };
    case '.':
      return parseLeadingPoint(c);
    case '…':
      c.position++;
      return { kind: 'opaque', source: '…' };
    case '-':
    case '+':
      return parseSignedOperand(c);
    case '^':
    case '_':
      return parsePreScript(c);
    default:
      return CURRENCIES.has(text) ? parseMoney(c) : c.fail('expected an operand');
  }
}

function parseSignedOperand(c: Cursor): Node {
  const negative = c.next().text === '-';
  const operand = c.nested(() => parsePrimary(c));
  return negative ? { kind: 'negative', operand } : operand;
}

function parseRounding(c: Cursor, open: '⌊' | '⌈'): Node {
  c.position++;
  return c.nested(() => {
    const args = [parseSum(c)];
    if (open === '⌊' && c.accept('⌉')) return { kind: 'apply', name: 'round', args };
    c.expect(open === '⌊' ? '⌋' : '⌉');
    return { kind: 'apply', name: open === '⌊' ? 'floor' : 'ceil', args };
  });
}

/** $5, €5.50 */
function parseMoney(c: Cursor): Node {
  const sign = c.next().text;
  const negative = c.accept('-');
  const token = c.peek();
  if (token.kind !== 'number') c.fail('expected an amount');
  const amount = parseNumber(c);
  const value: Node = negative ? { kind: 'negative', operand: amount } : amount;
  return { kind: 'quantity', value, unit: makeUnit([{ name: CURRENCIES.get(sign)!, exponent: 1 }]) };
}

/** Rs. 500, USD 20 */
function isCurrencyWord(c: Cursor): boolean {
  return (
    /^(?:Rs|INR|USD|EUR|GBP|RMB)$/.test(c.peek().text) &&
    (c.peek(1).kind === 'number' || (c.at('.', 1) && c.peek(2).kind === 'number'))
  );
}

function parseCurrencyWord(c: Cursor): Node {
  const name = unitName(c.next().text)!;
  c.accept('.');
  return { kind: 'quantity', value: parseNumber(c), unit: makeUnit([{ name, exponent: 1 }]) };
}

/** `_5C_2`, `^5C_2`, `{}_5P_2`: choose and permute with the number written before the letter. */
function parsePreScript(c: Cursor): Node {
  c.position++;
  const n = scriptNumber(c);
  const letter = c.next();
  if (n === undefined || (letter.text !== 'C' && letter.text !== 'P') || !(c.accept('_') || c.accept('^'))) {
    return c.fail('expected a binomial');
  }
  const k = scriptNumber(c);
  if (k === undefined) c.fail('expected a binomial');
  return { kind: 'apply', name: letter.text === 'C' ? 'binomial' : 'permutations', args: [n, k] };
}

function scriptNumber(c: Cursor): Node | undefined {
  const braced = c.accept('{');
  const token = c.peek();
  if (token.kind !== 'number' && token.kind !== 'letter') return undefined;
  const node = token.kind === 'number' ? parseNumber(c) : parseLetter(c);
  if (braced && !c.accept('}')) return undefined;
  return node;
}
