import type { OffPolicyMask } from '../../base/index.js';
import { countedPositions } from '../../base/internal/index.js';
import type { PolicyLossInput } from '../policy-loss-input.js';

/**
 * m_t = 0 where A_t < 0 and the mean of log π_rollout − log π over the counted tokens of its sequence is above δ; else 1.
 *
 * @returns Shape [N]; 1 outside the response mask.
 * @remarks Source: arXiv 2512.02556, Eq. 9; TRL's `get_off_policy_mask`.
 */
export function offPolicyMask(input: PolicyLossInput, { threshold }: OffPolicyMask): Uint8Array {
  const { logprobs, advantages, oldLogprobs, rolloutLogprobs = oldLogprobs } = input;
  const mask = new Uint8Array(input.responseMask.length).fill(1);
  for (const positions of countedPositions(input)) {
    const moved = positions.reduce((sum, t) => sum + rolloutLogprobs[t]! - logprobs[t]!, 0);
    if (moved / positions.length > threshold) for (const t of positions) mask[t] = Number(advantages[t]! >= 0);
  }
  return mask;
}
