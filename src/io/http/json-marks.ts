import { HttpError } from './http-answers.js';

/** Most levels of nested lists and objects; no protocol here needs more than ten. */
const MOST_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Characters that begin or end a value in JSON. */
export type JsonMark = 'text' | 'comma' | 'list' | 'object';

/**
 * Checks the nesting of JSON before it is parsed: one pass over the bytes, without creating values. Does not check that they are valid
 * JSON.
 *
 * @param visit - Called for each string, comma, and start of a list or object, with its depth (1 in the outermost) and its byte position.
 * @param mostDepth - Most levels of nested lists and objects; the outermost is 1.
 * @throws HttpError 422 for deeper nesting.
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
