import type { TokenLayout } from '../base/index.js';
import {
  checkArgument,
  checkFinite,
  checkLength,
  checkTokenLayout,
  LAYOUT,
  sequenceCount,
} from '../base/internal/index.js';

/**
 * Puts one advantage a sequence on each of its counted tokens.
 *
 * @param advantages - Shape [S].
 * @returns Shape [N]; 0 elsewhere.
 * @throws RangeError for shapes that do not fit, or an advantage that is not finite.
 */
export function broadcastAdvantages(advantages: ArrayLike<number>, layout: TokenLayout): Float64Array {
  checkArgument(layout, 'layout', LAYOUT);
  checkTokenLayout(layout);
  const { offsets, responseMask } = layout;
  checkLength(advantages, 'advantages', sequenceCount(offsets), 'sequences');
  checkFinite(advantages, 'advantages');
  const spread = new Float64Array(responseMask.length);
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (responseMask[t]! !== 0) spread[t] = advantages[i]!;
  return spread;
}
