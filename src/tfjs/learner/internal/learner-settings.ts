import * as z from 'zod';
import type { LearnerCapabilities } from '../../../base/index.js';
import { scheduleSchema } from '../../../base/internal/index.js';
import { POLICY_LOSS_KINDS } from '../../../objective/index.js';
import { checkWasmRoom } from '../../internal/wasm-program.js';
import { adapterOptionsSchema } from '../../model/adapter.js';
import type { DecoderConfig } from '../../model/config.js';
import type { AdapterSettings } from '../../model/decoder.js';
import { adaptableMatrices, adapterSpecs } from '../../model/internal/index.js';
import { parameterCount, parameterSpecs } from '../../model/parameters.js';
import { workersSchema } from '../../workers/internal/index.js';
import { adamWSchema } from './adamw.js';

/** The global norm that gradients are scaled down to. */
export const maxGradientNormSchema = z.union([z.number().positive(), z.literal(Infinity)]).default(1);

/** How any learner of a factory trains. */
export const trainingSchema = z.strictObject({
  optimizer: adamWSchema.prefault({}),
  schedule: z._default(scheduleSchema, { kind: 'constant', warmupSteps: 20 }),
  maxGradientNorm: maxGradientNormSchema,
  workers: workersSchema,
});

/** That, and the adapter that is put beside the model. */
export const learnerSchema = trainingSchema.extend({ lora: adapterOptionsSchema.optional() });

/** How a learner trains, with defaults filled in. */
export type LearnerSettings = z.output<typeof learnerSchema>;

/** The capabilities of the in-process learner of all weights: all but a value head and a reference policy. */
export const TFJS_CAPABILITIES: LearnerCapabilities = {
  losses: POLICY_LOSS_KINDS,
  kl: true,
  entropies: true,
  values: false,
  targets: true,
  segments: true,
  temperature: true,
  reference: false,
  lora: true,
  optimizerReset: true,
  checkpointStorage: true,
  optimizerParameters: ['learningRate', 'beta1', 'beta2', 'epsilon', 'weightDecay', 'maxGradientNorm'],
};

/** That of an adapter: its reference policy is the model without it. */
export const ADAPTER_CAPABILITIES: LearnerCapabilities = { ...TFJS_CAPABILITIES, reference: true };

/**
 * Refuses training on wasm that does not fit in its heap, so that the program does not abort later. Memory: matrices twice (the original
 * and a packed copy for products), and for trained parameters the gradient and two moments.
 *
 * @param adapter - The adapter that is trained instead of all weights, existing or planned.
 * @throws LearnerError with the numbers.
 */
export function checkTrainingRoom(config: DecoderConfig, adapter: AdapterSettings | undefined): void {
  const all = parameterCount(parameterSpecs(config));
  const packed = parameterCount(adaptableMatrices(config));
  const needed = (what: string, trained: number, advice: string) =>
    checkWasmRoom(
      4 * (all + packed) + 12 * trained,
      `training ${what} of ${all.toLocaleString('en')} parameters`,
      advice,
    );
  if (adapter === undefined) needed('all', all, 'train an adapter (lora) or take another backend');
  else needed('an adapter', parameterCount(adapterSpecs(config, adapter)), 'take another backend');
}
