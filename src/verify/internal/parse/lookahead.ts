import type { Cursor } from './cursor.js';

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

/** Whether the bracket that opens here says what a letter is, (k ∈ ℤ), or where something holds, (x > 0). */
export function holdsMembership(c: Cursor): boolean {
  // 0 (x = 0) and x (x > 0) say where, P(X = 2) and P(X > 2) what of.
  const { kind, text } = c.peek(-1);
  const signs = kind === 'number' ? /[∈<>≤≥=]/ : /^[A-Z]/.test(text) ? /∈/ : /[∈<>≤≥]/;
  for (let k = 1; k < 12; k++) {
    if (c.at(')', k) || c.at('(', k) || c.peek(k).kind === 'end') return false;
    if (c.peek(k).kind === 'relation' && signs.test(c.peek(k).text)) return true;
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

/** (1,2) U (3,4) */
export function isLetterUnion(c: Cursor): boolean {
  const { kind, text } = c.peek();
  const before = c.peek(-1).text;
  return (
    kind === 'letter' &&
    (text === 'U' || text === 'u') &&
    (before === ')' || before === ']') &&
    (c.at('(', 1) || c.at('[', 1))
  );
}
