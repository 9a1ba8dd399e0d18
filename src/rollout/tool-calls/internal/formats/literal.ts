import type { JsonValue } from '../../../../base/index.js';
import { numberOf } from '../../../../base/internal/index.js';
import { matchAt, skipSpace } from './scan.js';

/** How a notation writes strings and the keys of objects. */
export interface LiteralStyle {
  /** Reads the string that starts at `at`; undefined if no string starts there. */
  readonly text: (source: string, at: number) => Read<string> | undefined;
  /** Matches a key without quotes and its colon; its first group is the key. Sticky. */
  readonly bareKey?: RegExp;
}

/** A value and its end in the text, exclusive. */
export interface Read<T> {
  readonly value: T;
  readonly end: number;
}

const ESCAPES: { readonly [letter: string]: string } = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Strings of Python and JSON, on one line. */
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

/** @returns The literal of Python or of a similar notation that starts at `start`; undefined if no literal starts there. */
export function readLiteral(
  source: string,
  start: number,
  style: LiteralStyle,
  depth = 0,
): Read<JsonValue> | undefined {
  const at = skipSpace(source, start);
  const text = style.text(source, at);
  if (text !== undefined) return text;
  const inner = (from: number): Read<JsonValue> | undefined => readLiteral(source, from, style, depth + 1);
  const open = source[at]!;
  if ('[({'.includes(open) && depth >= MAX_DEPTH) return undefined;
  if (open === '[') return readItems(source, at + 1, ']', inner);
  if (open === '(') return readItems(source, at + 1, ')', inner);
  if (open === '{') {
    const members = readItems(source, at + 1, '}', (from): Read<[string, JsonValue]> | undefined => {
      const key = readKey(source, from, style);
      const value = key && inner(key.end);
      return value && { value: [key.value, value.value], end: value.end };
    });
    return members && { value: Object.fromEntries(members.value), end: members.end };
  }
  const word = matchAt(WORD, source, at)?.[0];
  if (word !== undefined) return WORDS.has(word) ? { value: WORDS.get(word)!, end: at + word.length } : undefined;
  const number = matchAt(NUMBER, source, at)?.[0];
  return number === undefined ? undefined : { value: numberOf(number) as JsonValue, end: at + number.length };
}

/** @returns The items between commas, up to `close`; undefined if an item cannot be read. */
export function readItems<T>(
  source: string,
  start: number,
  close: string,
  readItem: (at: number) => Read<T> | undefined,
): Read<T[]> | undefined {
  const items: T[] = [];
  for (let at = skipSpace(source, start); ;) {
    if (source[at] === close) return { value: items, end: at + 1 };
    const item = readItem(at);
    if (item === undefined) return undefined;
    items.push(item.value);
    at = skipSpace(source, item.end);
    if (source[at] === ',') at = skipSpace(source, at + 1);
    else if (source[at] !== close) return undefined;
  }
}

/** @returns A key; its end is after the colon. */
function readKey(source: string, at: number, { text, bareKey }: LiteralStyle): Read<string> | undefined {
  const quoted = text(source, at);
  if (quoted !== undefined) {
    const colon = skipSpace(source, quoted.end);
    return source[colon] === ':' ? { value: quoted.value, end: colon + 1 } : undefined;
  }
  const key = bareKey && matchAt(bareKey, source, at);
  return key ? { value: key[1]!.trim(), end: at + key[0].length } : undefined;
}
