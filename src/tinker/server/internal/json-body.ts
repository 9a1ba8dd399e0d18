import { HttpError, parseExactJson, parseJsonBody, scanJson } from '../../../io/index.js';

/**
 * Texts, lists and objects that a body may have; a datum has some 30. Each takes up to a hundred times the memory of the bytes
 * that say it, numbers only four times.
 */
const MOST_VALUES = 2 ** 20;

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
  let values = 0;
  scanJson(body, (mark) => {
    if (mark !== 'comma' && ++values > MOST_VALUES)
      throw new HttpError(413, `the request body has more than ${MOST_VALUES} texts, lists and objects`);
  });
}
