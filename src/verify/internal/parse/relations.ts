import type { Node, Relation } from './ast.js';
import { skipCondition } from './conditions.js';
import { type Cursor, parseSets, parseSum } from './cursor.js';

/** One item: a relation chain with the modulus or condition that belongs to it. */
export function readItem(c: Cursor): Node {
  const first = acceptRelation(c);
  // "= 5" goes on from a left side that was not repeated.
  const isBare = first !== undefined && first !== '=' && first !== '≈';
  if (isBare && !/[<>≤≥≠]/.test(first)) c.fail('expected a left side');
  // "≥ 5" says it of something that is not named.
  const operands: Node[] = isBare ? [{ kind: 'symbol', name: '' }, readOperand(c)] : [readOperand(c)];
  const operators: Relation[] = isBare ? [first] : [];
  for (;;) {
    const operator = acceptRelation(c);
    if (operator === undefined) break;
    operators.push(operator);
    if (operator === '=' && (c.at(')') || c.peek().kind === 'end')) c.fail('expected a right side');
    operands.push(readOperand(c));
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

/** One side of a relation; `17 \bmod 5` may go on to what it is. */
function readOperand(c: Cursor): Node {
  const operand = readRatio(c);
  return c.atStructure('bmod') ? parseModulus(c, operand) : operand;
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

/** @returns The relation as it reads from the other side: a < b is b > a. */
export function mirrored(operator: Relation): Relation {
  return MIRROR[operator] ?? operator;
}

const MIRROR: Partial<Record<Relation, Relation>> = {
  '<': '>', '>': '<', '≤': '≥', '≥': '≤', '⊂': '⊃', '⊃': '⊂', '⊊': '⊋', '⊋': '⊊',
}; // prettier-ignore

/** Whether the relation says the same of its two sides: what = says may be read from either end. */
export function isSymmetric(operator: Relation): boolean {
  return /[=≠≈≡~]/.test(operator);
}

/** a : b : c */
function readRatio(c: Cursor): Node {
  const first = parseSets(c);
  const isRatio = c.at(':') || (c.atWord('to') && first.kind === 'number');
  if (c.colonStops || !isRatio) return wholeHour(c, first) ?? first;
  const parts = [first];
  const spoken = c.at(':') ? {} : { spoken: true as const };
  const isTight = [c.peek(), c.peek(1)].every(({ space, thin }) => !space || thin);
  while (c.at(':') || c.atWord('to')) {
    c.position++;
    parts.push(parseSets(c));
  }
  return isTight && spoken.spoken === undefined ? clockTime(c, parts) : { kind: 'ratio', parts, ...spoken };
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

/** 2:05, 11:30 pm: a time of day. Without am or pm it is a ratio unless the minutes have a leading zero. */
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
