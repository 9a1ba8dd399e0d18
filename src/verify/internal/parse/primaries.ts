import type { Node } from './ast.js';
import type { Cursor } from './cursor.js';
import { isBasedNumber, parseBasedNumber, withBase } from './bases.js';
import { parseSum } from './expressions.js';
import { parseFunction } from './functions.js';
import { parseBar, parseBraces, parseBracket, parseParenthesis, parseSetBraces, parseDelimited } from './groups.js';
import { parseNumber } from './numbers.js';
import { parseStructure } from './structures.js';
import { parseLetter, parseLetterRun } from './symbols.js';
import { CURRENCIES, makeUnit, unitName } from './units.js';

const OPENERS = new Set(['(', '{', '\\{', '⌊', '⌈', '‖']);
const STRUCTURES_THAT_FOLLOW = new Set(['over', 'choose', 'pmod', 'bmod', 'mod', 'pod', 'not']);

/** Whether the next token starts a factor that multiplies what stands before it. */
export function startsFactor(c: Cursor): boolean {
  const token = c.peek();
  switch (token.kind) {
    case 'letter':
      return !isHalfDay(c);
    case 'function':
      return true;
    case 'number':
      // 2 3 is no product, nor is x2; \pi2 and )2 are.
      return canPrecedeNumber(c);
    case 'word':
      return (
        !token.textual && token.text.length <= 3 && !/^(?:and|or|is|are|for|if|in|mod|not|the|am|pm)$/i.test(token.text)
      );
    case 'structure':
      return !STRUCTURES_THAT_FOLLOW.has(token.text) && !token.text.startsWith('end:');
    case 'sign':
      if (token.text === '|' || token.text === '‖') return c.bar === 'opens';
      if (token.text === '[') return c.peek(-1).text !== ')' && !c.at(']', -1) && !endsItem(c, 1);
      if (token.text === '(') return !(c.atStructure('mod', 1) || c.atStructure('bmod', 1) || holdsMembership(c));
      return OPENERS.has(token.text);
    default:
      return false;
  }
}

/** Whether the bracket that opens here says what a letter is: (k ∈ ℤ). */
export function holdsMembership(c: Cursor): boolean {
  for (let k = 1; k < 12; k++) {
    if (c.at(')', k) || c.at('(', k) || c.peek(k).kind === 'end') return false;
    if (c.peek(k).kind === 'relation' && c.peek(k).text === '∈') return true;
  }
  return false;
}

/** p.m. after a time */
function isHalfDay(c: Cursor): boolean {
  return /^[ap]$/i.test(c.peek().text) && c.at('.', 1) && /^m$/i.test(c.peek(2).text) && c.peek(-1).kind === 'number';
}

/** Nothing, a separator or a set operation follows: a bracket here closes an interval such as [0, 1[. */
function endsItem(c: Cursor, ahead: number): boolean {
  const { kind, text } = c.peek(ahead);
  return kind === 'end' || (kind === 'sign' && /^(?:[∪∩∖,;)}]|\\\})$/.test(text)) || text === 'and' || text === 'or';
}

function canPrecedeNumber(c: Cursor): boolean {
  const before = c.peek(-1);
  if (before.kind === 'sign') return [')', '}', '|', ']', '!'].includes(before.text);
  if (before.kind === 'letter' && c.at('^', -2)) return true;
  return before.kind === 'letter' && /^(?:pi|e|i)$/.test(before.text);
}

/** One operand: a number, a symbol, a function, a bracketed expression, a LaTeX structure. */
export function parsePrimary(c: Cursor): Node {
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
export function parsePreScript(c: Cursor): Node {
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
