import { HttpError } from './http-answers.js';

/** Lists and objects within one another; what any protocol here says has ten. */
const MOST_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What stands in JSON where a value begins, or ends. */
export type JsonMark = 'text' | 'comma' | 'list' | 'object';

/**
 * Looks at the shape of JSON before it is parsed. One pass over the bytes, none of which is made into anything; whether they
 * are JSON is not looked at.
 *
 * @param visit - Called for each text, comma, and opening of a list or object, how deep that lies (1 in the outermost), and at which byte.
 * @param mostDepth - Lists and objects within one another; the outermost is 1.
 * @throws HttpError 422 for lists that lie deeper.
 */
export function scanJson(
  body: Uint8Array,
  visit: (mark: JsonMark, depth: number, at: number) => void,
  mostDepth = MOST_DEPTH,
): void {
  let depth = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) {
      visit('text', depth, i);
      i = endOfText(body, i + 1);
    } else if (byte === COMMA) {
      visit('comma', depth, i);
    } else if (byte === LIST || byte === OBJECT) {
      depth++;
      visit(byte === LIST ? 'list' : 'object', depth, i);
    } else if (byte === LIST_END || byte === OBJECT_END) {
      depth--;
    }
    if (depth > mostDepth) {
      const msg = `JSON decode error: lists and objects are nested more than ${mostDepth} levels deep`;
      throw new HttpError(422, [{ type: 'json_invalid', loc: ['body'], msg }]);
    }
  }
}

/** @returns The place of the quote that ends a text. */
function endOfText(body: Uint8Array, start: number): number {
  let i = start;
  while (i < body.length && body[i] !== QUOTE) i += body[i] === BACKSLASH ? 2 : 1;
  return i;
}
