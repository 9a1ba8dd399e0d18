import { z } from 'zod';
import type { Rollout } from '../../base/index.js';
import { rejectEqualRewards } from '../../downsample/index.js';
import type { AcceptGroup } from '../../rollout/index.js';
import { isCorrect } from './rollout-metrics.js';

/**
 * DAPO's dynamic sampling: a group whose rewards are all equal is replaced by the next prompt, until a step has as many groups with a
 * signal as it wants. Replaced prompts count as used.
 *
 * @remarks Source: arXiv 2503.14476, section 3.2; verl's `algorithm.filter_groups`.
 */
export interface DynamicSampling {
  /** Most prompts of a step, as a multiple of `promptsPerStep`; verl's `max_num_gen_batches`. Default 10. */
  readonly maxBatches?: number | undefined;
  /** What has to vary in a group: its rewards (default), or which of them are above 0 (verl's `metric: acc`). */
  readonly metric?: 'reward' | 'accuracy' | undefined;
  /** At `maxBatches`: `error` (default, as DAPO's trainer), or `train` on the groups that there are. */
  readonly atLimit?: 'error' | 'train' | undefined;
}

/** Reads a `DynamicSampling`. */
export const dynamicSamplingSchema = z.strictObject({
  maxBatches: z.int().positive().optional(),
  metric: z.enum(['reward', 'accuracy']).optional(),
  atLimit: z.enum(['error', 'train']).optional(),
});

/** Why a group is rejected; `failed` stands for one that the machine broke. */
export const REJECTION_CAUSES = ['solved', 'unsolved', 'undecided', 'failed'] as const;

/** @returns Takes groups whose `metric` varies over the rollouts that could be judged. */
export function acceptVaried({ metric = 'reward' }: Pick<DynamicSampling, 'metric'>): AcceptGroup {
  return (rollouts) => {
    const judged = rollouts.filter(({ reward }) => reward !== undefined);
    const value = (rollout: Rollout) => (metric === 'reward' ? rollout.reward! : Number(isCorrect(rollout)));
    const { kept } = rejectEqualRewards(judged, { reward: value });
    return kept.length > 0 ? { kind: 'accepted' } : { kind: 'rejected', cause: causeOf(judged) };
  };
}

function causeOf(judged: readonly Rollout[]): (typeof REJECTION_CAUSES)[number] {
  if (judged.length === 0) return 'undecided';
  return judged.some(isCorrect) ? 'solved' : 'unsolved';
}
