import type { ClipLoss } from '../../../base/index.js';
import { tokenLosses } from './token-losses.js';
import type { Filled, LossContext, LossTerms } from './token-losses.js';

/**
 * ℓ = −min(min(ρ, δ) A, clip(ρ, 1 − ε_low, 1 + ε_high) A), and for A < 0 at most −c A; ρ = exp(log π − log π_old).
 *
 * @remarks Source: arXiv 1707.06347, Eq. 7; arXiv 2508.20722 on its objective.
 */
export function clipLoss(context: LossContext, options: Filled<ClipLoss, 'dualClip' | 'delta'>): LossTerms {
  const { clipLow, clipHigh, dualClip = Infinity, delta = Infinity, logRatioLimit } = options;
  return tokenLosses(context, logRatioLimit, ({ logRatio, inside, advantage }) => {
    const ratio = Math.exp(logRatio);
    const capped = Math.min(ratio, delta);
    const clampedRatio = Math.min(Math.max(ratio, 1 - clipLow), 1 + clipHigh);
    const clipped = -advantage * clampedRatio > -advantage * capped;
    const loss = clipped ? -advantage * clampedRatio : -advantage * capped;
    const clippedLower = advantage < 0 && loss > -advantage * dualClip;
    if (clippedLower) return { loss: -advantage * dualClip, derivative: 0, clipped, clippedLower };
    const moves = inside && (clipped ? clampedRatio === ratio : capped === ratio);
    return { loss, derivative: moves ? -advantage * ratio : 0, clipped };
  });
}
