import { HttpError, scanJson } from '../../../io/index.js';

/** Limits on the number of JSON values. */
interface MostValues {
  readonly inAll: number;
  /** In one member of a batch's list, and outside the list: an object with a million names takes seconds to build. */
  readonly each: number;
}

/** Depth of a batch's submissions: they are members of a list in an object. */
const BATCH_DEPTH = 2;

/**
 * Refuses JSON that would take long to read for its size: many small values, or lists deep within lists.
 *
 * @throws HttpError 422 for values nested too deeply, 413 for too many values.
 */
export function requireShallow(body: Uint8Array, most: MostValues): void {
  let values = 1;
  let own = 1;
  let around = 0;
  let isInBatch = false;
  scanJson(body, (mark, depth) => {
    if (mark === 'text') return;
    values++;
    if (mark === 'comma') {
      if (depth < BATCH_DEPTH) around++;
      own = depth === BATCH_DEPTH && isInBatch ? 0 : own + 1;
    } else {
      if (depth <= BATCH_DEPTH) around++;
      own++;
      if (depth === BATCH_DEPTH) isInBatch = mark === 'list';
    }
    if (values > most.inAll) throw new HttpError(413, `the request body has more than ${most.inAll} values`);
    if (Math.max(own, around) > most.each)
      throw new HttpError(413, `a submission of the request body has more than ${most.each} values`);
  });
}
