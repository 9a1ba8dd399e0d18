import { mean } from '../../base/internal/index.js';
import type { Baseline } from '../estimators.js';

/**
 * r_i − b_i for the members of one group that has at least two of them.
 *
 * @param rewards - Of the group's members; shape [n].
 * @param lengths - Counted tokens of the members; shape [n]; read by `length-weighted-mean` alone.
 * @returns Shape [n]; exactly zero where all rewards are equal.
 */
export function subtractBaseline(rewards: Float64Array, lengths: ArrayLike<number>, baseline: Baseline): Float64Array {
  const count = rewards.length;
  if (baseline === 'length-weighted-mean' && total(lengths) === 0) return new Float64Array(count);
  if (rewards.every((reward) => reward === rewards[0])) return new Float64Array(count);
  switch (baseline) {
    case 'mean': {
      const center = mean(rewards);
      return rewards.map((reward) => reward - center);
    }
    case 'leave-one-out': {
      const center = mean(rewards);
      return rewards.map((reward) => ((reward - center) * count) / (count - 1));
    }
    case 'length-weighted-mean': {
      const center = rewards.reduce((sum, reward, i) => sum + reward * lengths[i]!, 0) / total(lengths);
      return rewards.map((reward) => reward - center);
    }
    case 'runner-up': {
      const [best, second] = Array.from(rewards).sort((a, b) => b - a);
      const winner = rewards.indexOf(best!);
      return rewards.map((_, i) => (i === winner ? best! - second! : 0));
    }
  }
}

function total(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}
