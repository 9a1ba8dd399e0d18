import { checkArgument } from '../../base/internal/index.js';

/**
 * verl's `get_response_mask`: masks what follows the end of each response: 1 up to and including its first end token, 0 after it.
 *
 * @param tokens - Response tokens; shape [N].
 * @param offsets - Shape [S + 1].
 * @param endTokens - Ids that end a response.
 * @returns Shape [N]; all 1 for a response that never ends.
 *
 * @example
 * verlResponseMask([5, 6, 2, 0], [0, 4], [2]); // [1, 1, 1, 0]
 */
export function verlResponseMask(
  tokens: ArrayLike<number>,
  offsets: ArrayLike<number>,
  endTokens: readonly number[],
): Uint8Array {
  checkArgument(tokens, 'tokens', 'an array');
  checkArgument(offsets, 'offsets', 'an array');
  checkArgument(endTokens, 'endTokens', 'an array');
  const mask = new Uint8Array(tokens.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
      mask[t] = 1;
      if (endTokens.includes(tokens[t]!)) break;
    }
  }
  return mask;
}
