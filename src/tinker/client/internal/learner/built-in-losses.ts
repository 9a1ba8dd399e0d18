import type { TinkerLossName } from '../../semantics.js';
import type { TinkerBatch } from '../../tinker-model.js';

/**
 * What a loss of the protocol applies to a place: −∂loss/∂logprob, before anything divides it.
 *
 * @param value - The weight of `cross_entropy`, the advantage of the others.
 * @param ratio - How much likelier the token is now than it is said to have been.
 * @param lossConfig - Between which ratios it clips.
 */
export function appliedUpward(
  loss: TinkerLossName,
  value: number,
  ratio: number,
  lossConfig: TinkerBatch['lossConfig'] = {},
): number {
  const { clip_low_threshold: least = -Infinity, clip_high_threshold: most = Infinity } = lossConfig;
  const clipped = Math.min(Math.max(ratio, least), most);
  switch (loss) {
    case 'cross_entropy':
      return value;
    case 'importance_sampling':
      return value * ratio;
    case 'ppo':
      return value * clipped < value * ratio ? 0 : value * ratio;
    case 'cispo':
      return value * clipped;
  }
}
