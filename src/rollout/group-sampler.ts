import * as z from 'zod';
import { checkArgument, functionSchema, parseOptions, requireEntropies } from '../base/internal/index.js';
import { GroupQueue } from './internal/loop/group-queue.js';
import { rolloutOptionsSchema, type RolloutOptions, type RolloutTask } from './rollout-options.js';
import type { AcceptGroup, GroupBatch } from './sampled-group.js';

/**
 * Options of `createGroupSampler` and `sampleGroups`: those of `runRollouts`, and which groups are accepted. `onProgress` counts from the
 * sampler's start.
 */
export interface GroupSamplerOptions extends RolloutOptions {
  /** Default: every group is accepted. A group with fewer rollouts than its task asks for is never accepted; its cause is `failed`. */
  readonly accept?: AcceptGroup | undefined;
  /** Most sampled groups, as a multiple of the groups that a `take` asks for; verl's `max_num_gen_batches`. Default 10. */
  readonly maxBatches?: number | undefined;
  /** The result of a `take` that reaches the limit: `error` (default), or a `partial` batch. */
  readonly atLimit?: 'error' | 'partial' | undefined;
}

/** Samples task after task until enough groups are accepted. */
export interface GroupSampler {
  /**
   * Waits for the next `count` accepted groups. The next task replaces a rejected group at once, so every started task is used. Tasks,
   * seed and policy decide which tasks these are, not which group ends first.
   *
   * @param ahead - More groups that may run or wait until the next `take`, for asynchronous training. Default 0. A group is returned before
   *   `count + ahead` more groups than at its start were requested; a group that `partial` batches leave for longer is cut and restarted.
   * @throws SamplingLimitError; the errors of `runRollouts`, which every later call then throws too. One call at a time.
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
 * DAPO's dynamic sampling: samples more prompts until a batch has enough groups that `accept` accepts.
 *
 * At most `count + ahead` groups run, or are accepted and wait, and at most `maxBatches` times as many are unused.
 *
 * @param tasks - May be endless; a task is read when its rollouts start. Group names must be unique among groups that were not returned
 *   yet; equal names give equal rollouts.
 * @throws TypeError or RangeError for bad options. Bad tasks reject the `take` that reaches them.
 * @remarks Source: arXiv 2503.14476, section 3.2. Differs from verl, which generates whole batches of prompts and discards the
 *   surplus.
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
 * Samples task after task until enough groups are accepted, then ends pending ones.
 *
 * @example
 * const { groups } = await sampleGroups(tasks, { policy, tokenizer, maxTokens: 4096, seed: 1, accept, groups: 4 });
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
