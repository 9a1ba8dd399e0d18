import { HttpError } from '../../../io/index.js';

/** Lists and objects within one another; what the protocol says has four. */
const MOST_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/** How many values there may be. */
interface MostValues {
  readonly inAll: number;
  /** In one member of a batch's list, and in what stands around the list: an object of a million names takes seconds to make. */
  readonly each: number;
}

/** Where a batch's submissions lie: in a list that an object holds. */
const BATCH_DEPTH = 2;

/**
 * Refuses JSON that would take long to read for its size: many small values, or lists deep within lists. One pass over the
 * bytes, none of which is made into anything; whether they are JSON is not looked at.
 *
 * @throws HttpError 422 for what lies too deep, 413 for too many values.
 */
export function requireShallow(body: Uint8Array, most: MostValues): void {
  let depth = 0;
  let values = 1;
  let own = 1;
  let around = 0;
  let isInBatch = false;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) {
      i = endOfText(body, i + 1);
    } else if (byte === COMMA) {
      values++;
      if (depth < BATCH_DEPTH) around++;
      own = depth === BATCH_DEPTH && isInBatch ? 0 : own + 1;
    } else if (byte === LIST || byte === OBJECT) {
      if (depth < BATCH_DEPTH) around++;
      depth++;
      values++;
      own++;
      if (depth === BATCH_DEPTH) isInBatch = byte === LIST;
    } else if (byte === LIST_END || byte === OBJECT_END) {
      depth--;
    }
    if (depth > MOST_DEPTH) {
      const msg = `JSON decode error: lists and objects lie deeper than ${MOST_DEPTH} levels`;
      throw new HttpError(422, [{ type: 'json_invalid', loc: ['body'], msg }]);
    }
    if (values > most.inAll) throw new HttpError(413, `the request body has more than ${most.inAll} values`);
    if (Math.max(own, around) > most.each)
      throw new HttpError(413, `a submission of the request body has more than ${most.each} values`);
  }
}

/** @returns The place of the quote that ends a text. */
function endOfText(body: Uint8Array, start: number): number {
  let i = start;
  while (i < body.length && body[i] !== QUOTE) i += body[i] === BACKSLASH ? 2 : 1;
  return i;
}
