import { checkArgument } from '../../base/internal/index.js';
import type { OverlongOptions } from '../../objective/index.js';

/**
 * The soft overlong punishment of verl's DAPO reward manager: `softOverlongPunishment`, but it goes on growing beyond L_max.
 *
 * @param length - Response tokens.
 *
 * @example
 * verlOverlongPunishment(9216, { maxLength: 10240, cacheLength: 2048, factor: 1 }); // -0.5
 */
export function verlOverlongPunishment(length: number, options: OverlongOptions): number {
  checkArgument(length, 'length', 'a number');
  checkArgument(options, 'options', { maxLength: 'a number', cacheLength: 'a number' });
  const { maxLength, cacheLength, factor = 1 } = options;
  return -factor * Math.max(0, (length - (maxLength - cacheLength)) / cacheLength);
}

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
