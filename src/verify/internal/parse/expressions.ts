import { LimitReached } from '../budget.js';
import type { Join, Node, Relation } from './ast.js';
import type { Cursor } from './cursor.js';
import { acceptCondition, isVoid, skipCondition } from './conditions.js';
import { isUnitStart, withUnit } from './quantities.js';
import { parseFactor, parseItem, parsePrimary, parseProduct, parseSum } from './grammar.js';
import { isLetterUnion, startsFactor } from './lookahead.js';
import { parsePostfix } from './postfix.js';

/** Separators by how strongly they part: a semicolon parts lists that commas make. */
const JOIN_RANK: { readonly [join in Join]: number } = { ',': 0, and: 1, or: 2, ';': 3 };

/** Words that only introduce what follows. */
const FILLERS = new Set([
  'either',
  'both',
  'then',
  'namely',
  'also',
  'only',
  'just',
  'approximately',
  'about',
  'exactly',
  'roughly',
  'thus',
  'so',
  'hence',
  'therefore',
]);
/** A list: one item, or several joined by commas, semicolons, `and`, `or`, `\quad` or row ends. Stops at a closing sign. */
export function readList(c: Cursor): Node {
  const items: Node[] = [];
  const joins: Join[] = [];
  acceptJoin(c);
  for (;;) {
    skipFillers(c);
    if (atListEnd(c) && !isFrenchInterval(c)) break;
    // "…, where n is an integer"
    const item = (items.length === 0 ? undefined : acceptCondition(c)) ?? parseItem(c);
    if (!isVoid(item)) items.push(item);
    else joins.pop();
    const join = acceptJoin(c);
    if (join === undefined) break;
    if (join === 'and' || join === 'or') skipFillers(c);
    if (atListEnd(c)) {
      // "5 or so"
      if (join === 'and' || join === 'or') c.fail('expected another value');
      break;
    }
    joins.push(join);
  }
  if (items.length === 0) c.fail('expected an expression');
  if (items.length > 400) throw new LimitReached('too many items');
  return items.length === 1 ? items[0]! : { kind: 'list', items, joins: joins.slice(0, items.length - 1) };
}

function atListEnd(c: Cursor): boolean {
  const { kind, text } = c.peek();
  if (kind === 'end') return true;
  if (kind === 'structure') return text.startsWith('end:');
  return kind === 'sign' && (text === ')' || text === ']' || text === '}' || text === '\\}' || text === '⟩');
}

/** `]1, 2[`: a bracket that faces away opens an interval. */
function isFrenchInterval(c: Cursor): boolean {
  if (!c.at(']')) return false;
  for (let k = 1; k < 40; k++) if (c.at('[', k) || c.at(']', k)) return true;
  return false;
}

function skipFillers(c: Cursor): void {
  while (c.peek().kind === 'word' && FILLERS.has(c.peek().text.toLowerCase())) c.position++;
}

function acceptJoin(c: Cursor): Join | undefined {
  let join: Join | undefined;
  let weak = false;
  const take = (found: Join): void => {
    if (join === undefined || JOIN_RANK[found] > JOIN_RANK[join]) join = found;
    c.position++;
  };
  for (;;) {
    if (c.at(',')) take(',');
    else if (c.at(';') || c.at('\\\\')) take(';');
    else if (c.atWord('and')) take('and');
    else if (c.atWord('or')) take('or');
    else if (c.at('quad')) {
      weak = true;
      c.position++;
    } else break;
  }
  return join ?? (weak ? ';' : undefined);
}

/** One item: a relation chain with the modulus or condition that belongs to it. */
export function readItem(c: Cursor): Node {
  const first = acceptRelation(c);
  // "= 5" goes on from a left side that was not repeated.
  const isBare = first !== undefined && first !== '=' && first !== '≈';
  if (isBare && !/[<>≤≥≠]/.test(first)) c.fail('expected a left side');
  // "≥ 5" says it of something that is not named.
  const operands: Node[] = isBare ? [{ kind: 'symbol', name: '' }, parseRatio(c)] : [parseRatio(c)];
  const operators: Relation[] = isBare ? [first] : [];
  for (;;) {
    const operator = acceptRelation(c);
    if (operator === undefined) break;
    operators.push(operator);
    if (operator === '=' && (c.at(')') || c.peek().kind === 'end')) c.fail('expected a right side');
    operands.push(parseRatio(c));
  }
  const last = parseModulus(c, operands.at(-1)!);
  // What is congruent is a class, however the modulus is written.
  operands[operands.length - 1] =
    last.kind === 'residue' && operators.includes('≡')
      ? { kind: 'residue', value: last.value, modulus: last.modulus }
      : last;
  const item: Node = operators.length === 0 ? last : { kind: 'relation', operands, operators };
  return skipCondition(c, item);
}

function acceptRelation(c: Cursor): Relation | undefined {
  const token = c.peek();
  if (token.kind === 'relation') {
    c.position++;
    return token.text as Relation;
  }
  if (c.atStructure('not') && c.peek(1).kind === 'relation') {
    const negated = c.peek(1).text === '=' ? '≠' : c.peek(1).text === '∈' ? '∉' : undefined;
    if (negated !== undefined) {
      c.position += 2;
      return negated;
    }
  }
  if (c.atWord('in') && (c.at('(', 1) || c.at('[', 1) || c.at('\\{', 1) || c.atStructure('mathbb', 1))) {
    c.position++;
    return '∈';
  }
  return undefined;
}

/** a : b : c */
function parseRatio(c: Cursor): Node {
  const first = readSets(c);
  const isRatio = c.at(':') || (c.atWord('to') && first.kind === 'number');
  if (c.colonStops || !isRatio) return wholeHour(c, first) ?? first;
  const parts = [first];
  const isTight = !c.peek().space && !c.peek(1).space;
  while (c.at(':') || c.atWord('to')) {
    c.position++;
    parts.push(readSets(c));
  }
  return isTight ? clockTime(c, parts) : { kind: 'ratio', parts };
}

/** 3 pm, 3 o'clock */
function wholeHour(c: Cursor, first: Node): Node | undefined {
  if (first.kind !== 'number' || first.value.d !== 1n || first.value.n < 1n || first.value.n > 12n) return undefined;
  const minutes = Number(first.value.n) * 60;
  if (c.peek().kind === 'word' && /^o['’]clock$/i.test(c.peek().text)) {
    c.position++;
    return { kind: 'clock', minutes, half: acceptHalfDay(c) };
  }
  const half = acceptHalfDay(c);
  return half === '' ? undefined : { kind: 'clock', minutes, half };
}

/** 2:05, 11:30 pm: a time of day. Without am or pm, only minutes with a leading zero tell it from a ratio. */
function clockTime(c: Cursor, parts: readonly Node[]): Node {
  const [hours, minutes] = parts;
  const before = c.peek(-1);
  const isPair = parts.length === 2 && hours?.kind === 'number' && minutes?.kind === 'number';
  if (!isPair || !/^\d\d$/.test(before.text)) return { kind: 'ratio', parts };
  const [h, m] = [Number(hours.value.n), Number(minutes.value.n)];
  if (hours.value.d !== 1n || h < 0 || h > 24 || m > 59) return { kind: 'ratio', parts };
  const half = acceptHalfDay(c);
  if (half === '' && !before.text.startsWith('0')) return { kind: 'ratio', parts, time: h * 60 + m };
  return { kind: 'clock', minutes: h * 60 + m, half };
}

function acceptHalfDay(c: Cursor): '' | 'am' | 'pm' {
  const token = c.peek();
  const name = token.text.toLowerCase();
  if (token.kind === 'word' && (name === 'am' || name === 'pm')) {
    c.position++;
    return name;
  }
  const dotted =
    token.kind === 'letter' && (name === 'a' || name === 'p') && c.at('.', 1) && c.peek(2).text.toLowerCase() === 'm';
  if (!dotted) return '';
  c.position += 3;
  c.accept('.');
  return name === 'a' ? 'am' : 'pm';
}

const SET_OPERATIONS = new Set(['∪', '∩', '∖']);

/** Unions, intersections and differences, from left to right. */
export function readSets(c: Cursor): Node {
  let left = parseSum(c);
  for (;;) {
    const sign = c.peek();
    const isUnion = isLetterUnion(c);
    if (!isUnion && !(sign.kind === 'sign' && SET_OPERATIONS.has(sign.text))) return left;
    c.position++;
    const right = parseSum(c);
    left = { kind: 'setOperation', operation: isUnion ? '∪' : (sign.text as '∪' | '∩' | '∖'), left, right };
  }
}

/** Terms with + − ± ∓ between them. */
export function readSum(c: Cursor): Node {
  return c.nested(() => sumOfTerms(c), { bar: c.bar, colonStops: c.colonStops });
}

function sumOfTerms(c: Cursor): Node {
  const terms: Node[] = [];
  for (let first = true; ; first = false) {
    const sign = acceptSign(c);
    if (sign === undefined && !first) break;
    terms.push(signed(parseProduct(c), sign));
  }
  return terms.length === 1 ? terms[0]! : (setDifference(terms) ?? { kind: 'sum', terms });
}

type Sign = '+' | '-' | '±' | '∓';

function acceptSign(c: Cursor): Sign | undefined {
  const token = c.peek();
  if (token.kind !== 'sign' || !/^[-+±∓]$/.test(token.text)) return undefined;
  c.position++;
  // +/- written out
  if (token.text === '+' && c.at('/') && c.at('-', 1)) {
    c.position += 2;
    return '±';
  }
  return token.text as Sign;
}

function signed(operand: Node, sign: Sign | undefined): Node {
  if (sign === '-') return { kind: 'negative', operand };
  if (sign === '±') return { kind: 'plusMinus', operand, sign: 1 };
  if (sign === '∓') return { kind: 'plusMinus', operand, sign: -1 };
  return operand;
}

/** ℝ − {2}: a difference of sets. */
function setDifference(terms: readonly Node[]): Node | undefined {
  const [left, right] = terms;
  if (terms.length !== 2 || left?.kind !== 'numbers' || right?.kind !== 'negative') return undefined;
  const { operand } = right;
  const isSet =
    operand.kind === 'set' || operand.kind === 'list' || operand.kind === 'numbers' || operand.kind === 'tuple';
  return isSet ? { kind: 'setOperation', operation: '∖', left, right: operand } : undefined;
}

/** Factors with `*`, `/` or nothing between them, from left to right, and a unit at the end. */
export function readProduct(c: Cursor): Node {
  let left = parseFactor(c);
  let factors: Node[] = [left];
  const fold = (): Node => (factors.length === 1 ? factors[0]! : { kind: 'product', factors });
  for (;;) {
    if (isUnitStart(c)) {
      const value = withUnit(c, fold());
      if (value === undefined) break;
      left = value;
      factors = [value];
      if (value.kind === 'quantity') break;
      continue;
    }
    if (c.at('*')) {
      c.position++;
      factors.push(parseSignedFactor(c));
    } else if (c.at('/')) {
      c.position++;
      factors = [{ kind: 'quotient', over: fold(), under: parseSignedFactor(c) }];
    } else if (startsFactor(c) && !isLetterUnion(c)) factors.push(parseFactor(c));
    else break;
    if (factors.length > 500) throw new LimitReached('too many factors');
    // P(X = 2) and P(A ∩ B) are no products.
    if (factors.some((factor) => factor.kind === 'relation' || factor.kind === 'setOperation'))
      c.fail('expected a factor');
  }
  return fold();
}

function parseSignedFactor(c: Cursor): Node {
  const sign = acceptSign(c);
  return signed(parseFactor(c), sign);
}

export function readFactor(c: Cursor): Node {
  return parsePostfix(c, parsePrimary(c));
}

/** `(mod 7)`, `\pmod 7`, `mod 7` after a value. */
function parseModulus(c: Cursor, value: Node): Node {
  const start = c.position;
  c.accept(',');
  const inParens = c.at('(') && (c.atStructure('mod', 1) || c.atStructure('bmod', 1) || c.atWord('mod', 1));
  const isBare = c.atStructure('pmod') || c.atStructure('mod') || c.atStructure('pod') || c.atStructure('bmod');
  if (!inParens && !isBare) {
    c.position = start;
    return value;
  }
  const isRemainder = !inParens && !c.atStructure('pmod') && !c.atStructure('pod');
  c.position += inParens ? 2 : 1;
  const modulus = parseSum(c);
  if (inParens) c.expect(')');
  return isRemainder ? { kind: 'residue', value, modulus, remainder: true } : { kind: 'residue', value, modulus };
}
