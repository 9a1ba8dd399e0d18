import * as z from 'zod/mini';
import {
  CapabilityError,
  type LearnerCapabilities,
  type LearnerModel,
  type LearnerObjective,
  type LogprobOptions,
  type OptimizerParameters,
} from '../../learner.js';
import { checkArgument } from '../arguments/check-arguments.js';
import type { Objective } from '../../objective.js';
import type { PackedBatch } from '../../packed-batch.js';

/**
 * @returns The whole objective, where a loss was given by itself.
 * @throws TypeError for what is neither.
 */
export function wholeObjective(objective: LearnerObjective): Objective {
  checkArgument(objective, 'objective', 'an object');
  if (!('kind' in objective)) checkArgument(objective, 'objective', { loss: 'an object' });
  return 'kind' in objective ? { loss: objective } : objective;
}

/** The parts of a learner's call that need a capability. */
export interface LearnerRequest {
  readonly batch?: PackedBatch | undefined;
  readonly objective?: LearnerObjective | undefined;
  readonly parameters?: OptimizerParameters | undefined;
  readonly weights?: LogprobOptions['weights'];
  /** Of `loadCheckpoint`. */
  readonly optimizer?: boolean | undefined;
  readonly model?: LearnerModel | undefined;
}

/** @throws CapabilityError naming what the request asks for beyond the capabilities. */
export function checkCapabilities(
  capabilities: LearnerCapabilities,
  { batch, objective, parameters, weights, optimizer, model }: LearnerRequest,
): void {
  const refuse = (capability: keyof LearnerCapabilities, path: string, expected: string, got: unknown): never => {
    throw new CapabilityError(capability, `${path}: expected ${expected} (what this learner can do), got ${show(got)}`);
  };
  if (objective !== undefined) {
    const { loss, kl, entropy } = wholeObjective(objective);
    if (!capabilities.losses.includes(loss.kind))
      refuse('losses', 'objective.loss.kind', `one of ${capabilities.losses.map(show).join(', ')}`, loss.kind);
    if (kl !== undefined && !capabilities.kl) refuse('kl', 'objective.kl', 'no KL term', kl);
    if (entropy !== undefined && !capabilities.entropies)
      refuse('entropies', 'objective.entropy', 'no entropy bonus', entropy);
  }
  if (batch?.targets !== undefined && !capabilities.targets)
    refuse('targets', 'batch.targets', "only the batch's own tokens", batch.targets);
  if (batch?.segments !== undefined && capabilities.segments !== true)
    refuse('segments', 'batch.segments', 'rollouts without branches', batch.segments);
  if (batch !== undefined && batch.temperature !== 1 && !capabilities.temperature)
    refuse('temperature', 'batch.temperature', '1', batch.temperature);
  if (weights === 'reference' && !capabilities.reference) refuse('reference', 'options.weights', '"current"', weights);
  if (optimizer === false && !capabilities.optimizerReset)
    refuse('optimizerReset', 'options.optimizer', 'true', optimizer);
  if (model?.lora !== undefined && !capabilities.lora) refuse('lora', 'model.lora', 'no adapter', model.lora);
  for (const [name, value] of Object.entries(parameters ?? {})) {
    const known: readonly string[] = capabilities.optimizerParameters;
    if (value !== undefined && !known.includes(name))
      refuse(
        'optimizerParameters',
        `parameters.${name}`,
        known.length === 0 ? 'no parameters' : `only ${known.join(', ')}`,
        value,
      );
  }
}

function show(value: unknown): string {
  return ArrayBuffer.isView(value) ? 'an array' : JSON.stringify(value);
}

/** The options of `Learner.logprobs`, for every learner. */
export const logprobOptionsSchema = z.strictObject({
  signal: z.optional(z.instanceof(AbortSignal)),
  weights: z.optional(z.enum(['current', 'reference'])),
});
