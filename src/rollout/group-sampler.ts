import * as z from 'zod';
import { checkArgument, functionSchema, parseOptions, requireEntropies } from '../base/internal/index.js';
import { GroupQueue } from './internal/loop/group-queue.js';
import { rolloutOptionsSchema, type RolloutOptions, type RolloutTask } from './rollout-options.js';
import type { AcceptGroup, GroupBatch } from './sampled-group.js';

/** Options of `createGroupSampler` and `sampleGroups`: those of `runRollouts`, and when a group counts. `onProgress` counts from the sampler's beginning. */
export interface GroupSamplerOptions extends RolloutOptions {
  /** Default: every group counts. One with fewer rollouts than its task asks for never does: its cause is `failed`. */
  readonly accept?: AcceptGroup | undefined;
  /** Most groups that are rolled out for those that are taken, as a multiple of them; verl's `max_num_gen_batches`. Default 10. */
  readonly maxBatches?: number | undefined;
  /** The result of a `take` that reaches the limit: `error` (default), or a `partial` batch. */
  readonly atLimit?: 'error' | 'partial' | undefined;
}

/** Rolls out task after task until there are enough groups that count. */
export interface GroupSampler {
  /**
   * Waits for the next `count` groups that count. A group that is rejected is replaced by the next task at once, so that no more tasks
   * are begun than are used up: which ones follows from the tasks, the seed and the policy, not from what ends first.
   *
   * @param ahead - So many groups more may be under way or waiting, now and until the next `take`: for asynchronous training. Default 0.
   *   A group is given by the time that `count + ahead` more have been asked for than when it was begun; one that `partial` batches leave
   *   behind for longer is cut and begun anew.
   * @throws SamplingLimitError; what `runRollouts` throws, and then every later call does too. One call at a time.
   */
  take(count: number, ahead?: number): Promise<GroupBatch>;
  /** Stops all rollouts and waits until they have ended; a pending `take` rejects. A second call does nothing. */
  close(): Promise<void>;
}

const optionsSchema = rolloutOptionsSchema.extend({
  accept: z.optional(functionSchema<AcceptGroup>()),
  maxBatches: z.int().positive().default(10),
  atLimit: z.enum(['error', 'partial']).default('error'),
});

/**
 * DAPO's dynamic sampling as a seam: prompts keep coming until a batch has enough groups that `accept` says a step can learn from.
 *
 * What waits is bounded: groups under way and accepted ones that were not taken yet are at most `count + ahead`, all that are not used up
 * at most `maxBatches` times that.
 *
 * @param tasks - May be endless; read one at a time, no further than is rolled out. Group names are unique among those not taken; equal
 *   names draw alike.
 * @throws TypeError or RangeError for bad options. Bad tasks reject the `take` that reaches them.
 * @remarks Source: arXiv 2503.14476, section 3.2. Differs from verl, which generates whole batches of prompts and throws away what is
 *   too much.
 */
export function createGroupSampler(tasks: Iterable<RolloutTask>, options: GroupSamplerOptions): GroupSampler {
  checkArgument(tasks, 'tasks', 'an iterable');
  const { accept, maxBatches, atLimit, ...rolloutOptions } = parseOptions(optionsSchema, options);
  requireEntropies(rolloutOptions.entropies, rolloutOptions.policy);
  const queue = new GroupQueue(tasks, rolloutOptions, { accept, maxBatches, atLimit });
  return {
    take: (count, ahead = 0) => queue.take(count, ahead),
    close: () => queue.close(),
  };
}

/**
 * Rolls out task after task until enough groups count, and ends what is then still under way.
 *
 * @example
 * const { groups } = await sampleGroups(tasks, { policy, tokenizer, maxTokens: 4096, seed: 1, accept, groups: 16 });
 */
export async function sampleGroups(
  tasks: Iterable<RolloutTask>,
  options: GroupSamplerOptions & { readonly groups: number },
): Promise<GroupBatch> {
  checkArgument(options, 'options', { groups: 'a number' });
  const { groups, ...rest } = options;
  const sampler = createGroupSampler(tasks, rest);
  try {
    return await sampler.take(groups);
  } finally {
    await sampler.close();
  }
}
