import { HttpError, parseExactJson, parseJsonBody, scanJson } from '../../../../io/index.js';

/**
 * How much of each a body may have: texts, lists and objects take up to a hundred times the memory of the bytes that say them,
 * and a datum has some 30; of numbers, several for each of a million tokens.
 */
const [MOST_VALUES, MOST_NUMBERS] = [2 ** 20, 2 ** 22];

/** @throws HttpError 422 for what is no JSON, or lies too deep; 413 for too many values. */
export function readJson(body: Buffer): unknown {
  requireFewValues(body);
  return parseJsonBody(body);
}

/** The same, without a digit of a whole number lost: what is beyond 2^53 is given as text. */
export function readExactJson(body: Buffer): unknown {
  requireFewValues(body);
  try {
    return parseExactJson(body.toString('utf8'));
  } catch {
    return parseJsonBody(body);
  }
}

function requireFewValues(body: Buffer): void {
  let [values, commas] = [0, 0];
  scanJson(body, (mark) => {
    if (mark === 'comma') commas++;
    else values++;
    if (values > MOST_VALUES)
      throw new HttpError(413, `the request body has more than ${MOST_VALUES} texts, lists and objects`);
    if (commas > MOST_NUMBERS) throw new HttpError(413, `the request body has more than ${MOST_NUMBERS} numbers`);
  });
}
