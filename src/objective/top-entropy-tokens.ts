import { checkArgument, checkFinite, checkLength, checkMask, quantile } from '../base/internal/index.js';

/**
 * Selects the counted tokens of highest entropy: the forking points of the reasoning, where the policy gradient matters most.
 *
 * Select over the whole mini-batch and pass each micro-batch its part as `policyMask`.
 *
 * @param entropies - Shape [N].
 * @param mask - Shape [N]; 1 for a counted token, 0 for any other.
 * @param share - The share of counted tokens to keep, in (0, 1]; 0.2 in the paper.
 * @returns Shape [N]; 1 for a token at or above the (1 − share)-quantile of the counted tokens' entropies.
 * @throws RangeError for a share outside (0, 1], lengths that differ, a mask value other than 0 and 1, or a counted entropy that is not
 *   finite; TypeError for arguments of another type.
 * @remarks Source: arXiv 2506.01939; TRL's `top_entropy_quantile`. The aggregation still divides by all counted tokens.
 *
 * @example
 * topEntropyTokens([0.1, 2, 0.3, 0.2, 0.1], [1, 1, 1, 1, 1]); // [0, 1, 0, 0, 0]
 */
export function topEntropyTokens(entropies: ArrayLike<number>, mask: ArrayLike<number>, share = 0.2): Uint8Array {
  checkArgument(mask, 'mask', 'an array');
  if (!(share > 0 && share <= 1)) throw new RangeError(`share: expected more than 0 and at most 1, got ${share}`);
  checkLength(entropies, 'entropies', mask.length, 'mask');
  checkMask(mask, 'mask');
  checkFinite(entropies, 'entropies', mask);
  const counted = Array.from(entropies).filter((_, t) => mask[t] !== 0);
  if (counted.length === 0) return new Uint8Array(mask.length);
  const threshold = quantile(counted, 1 - share);
  return Uint8Array.from(mask, (bit, t) => Number(bit !== 0 && entropies[t]! >= threshold));
}
