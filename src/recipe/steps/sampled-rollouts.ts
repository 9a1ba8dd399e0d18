import type { Rollout } from '../../base/index.js';

/** The rollouts of a step as they were sampled. */
export interface SampledRollouts {
  /** Those of every group that the step used, scored. */
  readonly rollouts: readonly Rollout[];
  /** Why each one's group was rejected; undefined where it was not. Shape [R]. */
  readonly rejections: readonly (string | undefined)[];
  /** What sampling came to: `train/num_gen_batches`, `sampling/…`; in asynchronous sampling `async/…`, `fully_async/partial/…`. */
  readonly metrics: { readonly [name: string]: number | null };
  /** Seed of the selection's draws. Default the step's `seed`; a batch whose problems come again in later steps puts the step's number in it. */
  readonly selectionSeed?: string | undefined;
}
