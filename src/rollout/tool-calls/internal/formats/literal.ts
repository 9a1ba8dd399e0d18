import type { JsonValue } from '../../../../base/index.js';
import { numberOf } from '../../../../base/internal/index.js';

/** How one notation writes texts and the keys of objects. */
export interface LiteralStyle {
  /** Reads a text that starts here; undefined where none does. */
  readonly text: (source: string, at: number) => Read<string> | undefined;
  /** A key without quotes, sticky; its first group is the key, and behind it is a colon. */
  readonly bareKey?: RegExp;
}

/** A value, and where what follows it starts. */
export interface Read<T> {
  readonly value: T;
  readonly end: number;
}

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Texts as Python's and JSON's, on one line. */
export const PYTHON: LiteralStyle = {
  text(source, at) {
    const quote = source[at];
    if (quote !== '"' && quote !== "'") return undefined;
    let value = '';
    for (let from = at + 1; from < source.length; from++) {
      const character = source[from]!;
      if (character === quote) return { value, end: from + 1 };
      if (character === '\n') return undefined;
      if (character !== '\\') value += character;
      else {
        const code = /^u[0-9a-fA-F]{4}/.exec(source.slice(from + 1, from + 6))?.[0];
        const letter = source[++from] ?? '';
        if (code !== undefined) from += 4;
        value += code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(parseInt(code.slice(1), 16));
      }
    }
    return undefined;
  },
};

const WORDS = new Map<string, JsonValue>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
]);
const WORD = /[A-Za-z]+\b/y;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const MAX_DEPTH = 70;

/** @returns The literal of Python or of a like notation that starts here; undefined for what is none. */
export function readLiteral(
  source: string,
  start: number,
  style: LiteralStyle,
  depth = 0,
): Read<JsonValue> | undefined {
  const at = skipSpace(source, start);
  const text = style.text(source, at);
  if (text !== undefined) return text;
  const open = source[at]!;
  if (open === '[' || open === '(') return readList(source, at, open === '[' ? ']' : ')', style, depth);
  if (open === '{') return readObject(source, at, style, depth);
  WORD.lastIndex = NUMBER.lastIndex = at;
  const word = WORD.exec(source)?.[0];
  if (word !== undefined) return WORDS.has(word) ? { value: WORDS.get(word)!, end: at + word.length } : undefined;
  const number = NUMBER.exec(source)?.[0];
  if (number === undefined) return undefined;
  return { value: numberOf(number) as JsonValue, end: at + number.length };
}

function readList(
  source: string,
  start: number,
  close: string,
  style: LiteralStyle,
  depth: number,
): Read<JsonValue> | undefined {
  const items: JsonValue[] = [];
  for (let at = skipSpace(source, start + 1); depth < MAX_DEPTH;) {
    if (source[at] === close) return { value: items, end: at + 1 };
    const item = readLiteral(source, at, style, depth + 1);
    if (item === undefined) return undefined;
    items.push(item.value);
    at = skipSpace(source, item.end);
    if (source[at] === ',') at = skipSpace(source, at + 1);
    else if (source[at] !== close) return undefined;
  }
  return undefined;
}

function readObject(source: string, start: number, style: LiteralStyle, depth: number): Read<JsonValue> | undefined {
  const members: [string, JsonValue][] = [];
  for (let at = skipSpace(source, start + 1); depth < MAX_DEPTH;) {
    if (source[at] === '}') return { value: Object.fromEntries(members), end: at + 1 };
    const key = readKey(source, at, style);
    const value = key && readLiteral(source, key.end, style, depth + 1);
    if (key === undefined || value === undefined) return undefined;
    members.push([key.value, value.value]);
    at = skipSpace(source, value.end);
    if (source[at] === ',') at = skipSpace(source, at + 1);
    else if (source[at] !== '}') return undefined;
  }
  return undefined;
}

/** @returns A key, behind its colon. */
function readKey(source: string, at: number, { text, bareKey }: LiteralStyle): Read<string> | undefined {
  const quoted = text(source, at);
  if (quoted !== undefined) {
    const colon = skipSpace(source, quoted.end);
    return source[colon] === ':' ? { value: quoted.value, end: colon + 1 } : undefined;
  }
  if (bareKey === undefined) return undefined;
  bareKey.lastIndex = at;
  const key = bareKey.exec(source);
  return key === null ? undefined : { value: key[1]!.trim(), end: bareKey.lastIndex };
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}
