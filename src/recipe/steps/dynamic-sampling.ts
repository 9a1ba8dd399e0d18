import * as z from 'zod';
import type { AcceptGroup } from '../../rollout/internal/index.js';
import type { RlStepOptions } from './rl-step-options.js';
import { isCorrect } from '../internal/rollout-metrics.js';
import { selectForStep } from './select-for-step.js';

/**
 * DAPO's dynamic sampling: a group whose rewards are all equal is replaced by the next prompt, until a step has enough groups with a
 * signal. Replaced prompts count as used.
 *
 * @remarks Source: arXiv 2503.14476, section 3.2; verl's `algorithm.filter_groups`.
 */
export interface DynamicSampling {
  /** Most prompts of a step, as a multiple of `promptsPerStep`; verl's `max_num_gen_batches`. Default 10. */
  readonly maxBatches?: number | undefined;
  /** The value that must vary within a group: its rewards (default), or whether they are above 0 (verl's `metric: acc`). */
  readonly metric?: 'reward' | 'accuracy' | undefined;
  /** At `maxBatches`: `error` (default, as in DAPO's trainer), or `train` with the groups that exist. */
  readonly atLimit?: 'error' | 'train' | undefined;
}

/** Reads a `DynamicSampling`. */
export const dynamicSamplingSchema = z.strictObject({
  maxBatches: z
    .int()
    .positive()
    .optional()
    .describe('Most prompts of a step, as a multiple of promptsPerStep. Default 10.'),
  metric: z
    .enum(['reward', 'accuracy'])
    .optional()
    .describe('The value that must vary within a group. Default reward.'),
  atLimit: z
    .enum(['error', 'train'])
    .optional()
    .describe('At maxBatches: an error (default), or train with the groups that exist.'),
});

/**
 * Why a group is rejected: all rollouts are right, all are wrong, none could be judged, the step's selection keeps none of them for
 * another reason (`overlong`, `voidTurns`), or a rollout failed.
 */
export const REJECTION_CAUSES = ['solved', 'unsolved', 'undecided', 'filtered', 'failed'] as const;

/**
 * @param seed - That of `rlStep`'s selection, so that both keep the same rollouts of a group.
 * @returns A function that accepts groups in which `metric` varies and of which the step's selection keeps a rollout.
 */
export function acceptWithSignal({
  metric = 'reward',
  selection = {},
  groupSize,
  seed,
}: Pick<DynamicSampling, 'metric'> & Pick<RlStepOptions, 'selection' | 'groupSize' | 'seed'>): AcceptGroup {
  return (rollouts) => {
    const judged = rollouts.filter(({ reward }) => reward !== undefined);
    const correct = judged.filter(isCorrect).length;
    const isMixed = correct > 0 && correct < judged.length;
    const { kept } = selectForStep(rollouts, selection, { keep: groupSize, seed });
    if (kept.length > 0 && (isMixed || metric === 'reward')) return { kind: 'accepted' };
    const cause: (typeof REJECTION_CAUSES)[number] =
      judged.length === 0 ? 'undecided' : isMixed ? 'filtered' : correct > 0 ? 'solved' : 'unsolved';
    return { kind: 'rejected', cause };
  };
}
