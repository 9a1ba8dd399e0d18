import type { GenerateOptions, GenerateRequest } from '../../../base/index.js';

/** Tokens that are decoded beside those that a stop text can have: the first of a few may lose its space. */
const MARGIN = 4;

/**
 * @returns Whether the tokens of a turn, of which no beginning did, contain a stop text. Only so many are decoded as can hold one: a token that is
 *   no special one has at least a byte.
 * @throws TypeError where the request has stop texts and the caller gives no `decode`.
 */
export function stopTextSearch(
  { constraint }: GenerateRequest,
  decode: GenerateOptions['decode'],
): (tokens: readonly number[]) => boolean {
  const texts = constraint?.stopTexts;
  if (texts === undefined) return () => false;
  if (decode === undefined)
    throw new TypeError('options.decode: expected a function, for the request has stop texts, got undefined');
  const most = Math.max(...texts.map((text) => new TextEncoder().encode(text).length)) + MARGIN;
  return (tokens) => {
    const end = decode(tokens.slice(-most));
    return texts.some((text) => end.includes(text));
  };
}
