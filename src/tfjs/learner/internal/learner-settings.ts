import * as z from 'zod';
import { scheduleSchema } from '../../../base/internal/index.js';
import { adapterOptionsSchema } from '../../model/adapter.js';
import { adamWSchema } from './adamw.js';

/** The global norm that gradients are scaled down to. */
export const maxGradientNormSchema = z.union([z.number().positive(), z.literal(Infinity)]).default(1);

/** How any learner of a factory trains. */
export const trainingSchema = z.strictObject({
  optimizer: adamWSchema.prefault({}),
  schedule: z._default(scheduleSchema, { kind: 'constant', warmupSteps: 20 }),
  maxGradientNorm: maxGradientNormSchema,
});

/** That, and the adapter that is put beside the model. */
export const learnerSchema = trainingSchema.extend({ lora: adapterOptionsSchema.optional() });

/** What a learner is told beside its model, with defaults filled in. */
export type LearnerSettings = z.output<typeof learnerSchema>;
