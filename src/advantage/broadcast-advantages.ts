import type { TokenLayout } from '../base/index.js';
import { checkArgument, checkTokenLayout, LAYOUT } from '../base/internal/index.js';

/**
 * Puts one advantage a sequence on each of its counted tokens.
 *
 * @param advantages - Shape [S].
 * @returns Shape [N]; 0 elsewhere.
 */
export function broadcastAdvantages(advantages: ArrayLike<number>, layout: TokenLayout): Float64Array {
  checkArgument(advantages, 'advantages', 'an array');
  checkArgument(layout, 'layout', LAYOUT);
  checkTokenLayout(layout);
  const { offsets, responseMask } = layout;
  if (advantages.length !== offsets.length - 1)
    throw new RangeError(`advantages: expected length ${offsets.length - 1} (sequences), got ${advantages.length}`);
  const spread = new Float64Array(responseMask.length);
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (responseMask[t]! !== 0) spread[t] = advantages[i]!;
  return spread;
}
