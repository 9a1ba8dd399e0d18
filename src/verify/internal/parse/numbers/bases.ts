import type { Node } from '../ast.js';
import type { Cursor } from '../cursor.js';

const BASE_WORDS: { readonly [word: string]: number } = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, sixteen: 16,
}; // prettier-ignore

/** Whether digits and letters such as `A3F` stand here with a base below them (`_{16}`). */
export function isBasedNumber(c: Cursor): boolean {
  let ahead = 0;
  let letters = false;
  let sizes = 0;
  for (; ahead < 24; ahead++) {
    const token = c.peek(ahead);
    if (ahead > 0 && token.space) return false;
    if (token.kind === 'number') sizes += token.text.length;
    else if ((token.kind === 'letter' || token.kind === 'word') && /^[A-Fa-f]+$/.test(token.text)) {
      letters = true;
      sizes += token.text.length;
    } else break;
  }
  return letters && sizes >= 2 && c.at('_', ahead) && (baseAt(c, ahead + 1)?.base ?? 0) > 10;
}

export function parseBasedNumber(c: Cursor): Node {
  let digits = '';
  while (!c.at('_')) digits += c.next().text;
  const { base, width } = baseAt(c, 1)!;
  c.position += width + 1;
  return { kind: 'based', digits: digits.toUpperCase(), base };
}

/** @returns The number with the base written below it, if one is: `204_5`, `110_{two}`, `(110)_2`. */
export function withBase(c: Cursor, operand: Node): Node {
  const spelled = spelledBase(c);
  if (!c.at('_') && spelled === undefined) return operand;
  const found = spelled ?? baseAt(c, 1);
  if (found === undefined || operand.kind !== 'number' || operand.value.n < 0n) return c.fail('unexpected subscript');
  const digits = writtenDigits(c);
  if (digits === undefined) return c.fail('unexpected subscript');
  c.position += found.width + 1;
  return { kind: 'based', digits, base: found.base };
}

/** "base 2", "(base 2)", "in base two", `_{\text{base }2}`; the width leaves out the first token, as after `_`. */
function spelledBase(c: Cursor): { base: number; width: number } | undefined {
  let at = 0;
  if (c.at('_')) at++;
  const close = c.at('(', at) ? ')' : c.at('{', at) ? '}' : '';
  if (close !== '') at++;
  if (c.atWord('in', at)) at++;
  if (!c.atWord('base', at)) return undefined;
  const found = baseAt(c, at + 1);
  if (found === undefined) return undefined;
  at += 1 + found.width;
  if (close !== '' && !c.at(close, at++)) return undefined;
  return { base: found.base, width: at - 1 };
}

/** The digits just before the cursor, as written, so that leading zeros and grouping do not matter. */
function writtenDigits(c: Cursor): string | undefined {
  let end = -1;
  if (c.at(')', end)) end--;
  let digits = '';
  for (let k = end; k > end - 40; k--) {
    const token = c.peek(k);
    if (token.kind === 'number') digits = token.text + digits;
    else if (!c.at(',', k) && !c.at('{', k) && !c.at('}', k)) break;
    if (c.position + k <= 0) break;
  }
  return digits === '' ? undefined : digits;
}

function baseAt(c: Cursor, ahead: number): { base: number; width: number } | undefined {
  const open = c.at('{', ahead) ? '}' : c.at('(', ahead) ? ')' : '';
  let at = open === '' ? ahead : ahead + 1;
  const inner = open === '}' && c.at('(', at);
  if (inner) at++;
  const { kind, text } = c.peek(at);
  const word = kind === 'word' ? text.toLowerCase() : '';
  const base =
    kind === 'number' && /^\d{1,2}$/.test(text)
      ? Number(text)
      : Object.hasOwn(BASE_WORDS, word)
        ? BASE_WORDS[word]!
        : 0;
  if (base < 2 || base > 36) return undefined;
  at++;
  if (inner && !c.at(')', at++)) return undefined;
  if (open !== '' && !c.at(open, at++)) return undefined;
  return { base, width: at - ahead };
}
