import * as z from 'zod';
import type { LearnerModel } from '../../../../base/index.js';

/** What is kept of a model that was made here. */
export const runSchema = z.object({
  run: z.string(),
  baseModel: z.string(),
  lora: z
    .object({
      rank: z.int(),
      alpha: z.number().optional(),
      targets: z.array(z.string()).optional(),
      trainUnembed: z.boolean(),
      trainMlp: z.boolean(),
      trainAttention: z.boolean(),
    })
    .optional(),
  userMetadata: z.record(z.string(), z.unknown()).optional(),
  lastRequest: z.iso.datetime(),
});

/** A model that was made here, and what outlives it: this, and its checkpoints. */
export type TrainingRun = z.output<typeof runSchema>;

/** @returns The model that a run's learner is made of. */
export function learnerModelOf({ baseModel, lora }: TrainingRun): LearnerModel {
  return lora === undefined
    ? { baseModel }
    : { baseModel, lora: { rank: lora.rank, alpha: lora.alpha, targets: lora.targets } };
}
