import type { Node } from './ast.js';
import type { Cursor } from './cursor.js';
import { parseSets } from './grammar.js';

/** a : b : c */
export function readRatio(c: Cursor): Node {
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
