import type { Tokenizer, TokenTrace } from '../../../base/index.js';

/** A piece of text and the probability of drawing it; null for prompt and tool responses. */
export type TokenPiece = readonly [text: string, probability: number | null];

/** Longest run of tokens that together make one character. */
const MAX_JOINED = 8;

/**
 * Decodes a token trace for shading. Tokens that only together make a character (bytes of UTF-8) become one piece, with the
 * product of their probabilities; neighbouring tokens that no policy drew become one as well.
 */
export function tokenPieces(trace: TokenTrace, tokenizer: Pick<Tokenizer, 'decode'>): TokenPiece[] {
  const pieces: [string, number | null][] = [];
  const { ids, logprobs, responseMask } = trace;
  for (let start = 0; start < ids.length;) {
    const drawn = responseMask[start] === 1;
    let end = start + 1;
    if (drawn) {
      const limit = Math.min(start + MAX_JOINED, ids.length);
      while (end < limit && responseMask[end] === 1 && tokenizer.decode(ids.slice(start, end)).includes('\ufffd'))
        end++;
    } else while (end < ids.length && responseMask[end] !== 1) end++;
    const logprob = logprobs.slice(start, end).reduce((sum, value) => sum + value, 0);
    pieces.push([tokenizer.decode(ids.slice(start, end)), drawn ? round(Math.exp(logprob)) : null]);
    start = end;
  }
  return pieces;
}

function round(probability: number): number {
  return Math.round(probability * 1e4) / 1e4;
}
