import type { Node } from './ast.js';
import { type Cursor, parseItem, parseList } from './cursor.js';
import { holdsMembership } from './lookahead.js';

/** Words between an answer and a condition on it. */
const CONDITIONS = new Set(
  'where with for if when whenever provided given such that any all every each some arbitrary'.split(' '),
);

/** Reads a condition such as "where t is real" as a further item. Words without a condition are no mathematics. */
export function skipCondition(c: Cursor, item: Node): Node {
  const declared = acceptNumberKind(c, item);
  if (declared !== undefined) return declared;
  if (c.at('(') && holdsMembership(c)) {
    c.position++;
    const declaration = c.nested(() => parseList(c));
    c.expect(')');
    return { kind: 'list', items: [item, declaration], joins: [';'] };
  }
  const declaration = acceptCondition(c);
  return declaration === undefined || isVoid(declaration)
    ? item
    : { kind: 'list', items: [item, declaration], joins: [';'] };
}

/** What stands after words such as "where", "for any", "if". */
export function acceptCondition(c: Cursor): Node | undefined {
  const start = c.position;
  while (c.peek().kind === 'word' && CONDITIONS.has(c.peek().text.toLowerCase())) c.position++;
  if (c.position === start) return undefined;
  const isUniversal = /^(?:all|any|every|each)$/i.test(c.peek(-1).text);
  const kind = numberKind(c);
  const condition = parseItem(c);
  // "for all x" and "for every real x" are no conditions.
  const isReal = kind === undefined || (kind.kind === 'numbers' && kind.name === 'R');
  if (isUniversal && isReal && isAnyReal(condition)) return VOID;
  return kind === undefined ? condition : { kind: 'relation', operands: [condition, kind], operators: ['∈'] };
}

const VOID: Node = { kind: 'opaque', source: '' };

/** What a quantifier leaves: nothing. */
export function isVoid(node: Node): boolean {
  return node === VOID;
}

/** x, or x ∈ ℝ */
function isAnyReal(node: Node): boolean {
  if (node.kind !== 'relation') return node.kind === 'symbol';
  const [element, set] = node.operands;
  const isMember = node.operators.length === 1 && node.operators[0] === '∈' && element!.kind === 'symbol';
  return isMember && set!.kind === 'numbers' && set.name === 'R';
}

/** "n is an integer", "n integer" */
function acceptNumberKind(c: Cursor, item: Node): Node | undefined {
  if (item.kind !== 'symbol') return undefined;
  const start = c.position;
  if (c.atWord('is') || c.atWord('are')) c.position++;
  if (c.atWord('an') || c.atWord('any') || (c.peek().kind === 'letter' && c.peek().text === 'a')) c.position++;
  const kind = numberKind(c) ?? parity(c);
  if (kind !== undefined) return { kind: 'relation', operands: [item, kind], operators: ['∈'] };
  c.position = start;
  return undefined;
}

/** "n is even" */
function parity(c: Cursor): Node | undefined {
  if (!c.atWord('even') && !c.atWord('odd')) return undefined;
  return { kind: 'text', words: c.next().text.toLowerCase() };
}

/** "integer", "positive integer", "real number", … as the set of such numbers. */
function numberKind(c: Cursor): Node | undefined {
  const words: string[] = [];
  for (let k = 0; k < 3 && c.peek(k).kind === 'word'; k++) words.push(c.peek(k).text.toLowerCase());
  const kinds = [
    [/^(positive integers?|natural numbers?)\b/, 'Z+'],
    [/^integers?\b/, 'Z'],
    [/^(?:(?:arbitrary|real|any) )?constants?\b/, 'R'],
    [/^real( numbers?)?\b/, 'R'],
  ] as const;
  for (const [pattern, name] of kinds) {
    const match = pattern.exec(words.join(' '))?.[0];
    if (match === undefined) continue;
    c.position += match.split(' ').length;
    return { kind: 'numbers', name };
  }
  return undefined;
}
