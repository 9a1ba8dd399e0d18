import type { MetricRecord } from '../../../base/index.js';
import type { RlStage } from '../../stages/recipe.js';
import { isCheckpointDue } from '../../stages/stage-rules.js';
import { createEpochSampler } from '../../steps/epoch-sampler.js';
import type { TrainingProblem } from '../../steps/roll-out.js';
import { createStepSampler, type StepSampler } from '../../steps/step-sampler.js';
import type { StageContext } from './stage-work.js';

/** What the steps of a stage have for prompts. */
export interface RlPrompts {
  /** What `rlStep` takes. */
  of(step: number): readonly TrainingProblem[] | StepSampler;
  close(): Promise<void>;
}

/** So many problems a step, or a sampler where the stage says how; what its steps have used so far stands in their records. */
export function rlPrompts(
  { name, promptsPerStep, order, dynamicSampling, overProvision, asynchronous, until }: RlStage,
  problems: readonly TrainingProblem[],
  { seed, recipe, store }: StageContext,
): RlPrompts {
  const settings = {
    seed: `${seed}/${name}/prompts`,
    order: order === 'easy-first' ? ('given' as const) : ('shuffled' as const),
  };
  if (dynamicSampling === undefined && overProvision === undefined && asynchronous === undefined) {
    const batches = createEpochSampler(problems, { batchSize: promptsPerStep, ...settings });
    return { of: (step) => batches.batch(step), close: () => Promise.resolve() };
  }
  const sampler = createStepSampler(problems, {
    ...{ promptsPerStep, dynamicSampling, overProvision, asynchronous, ...settings },
    usedPrompts: store.records.reduce((sum, record) => sum + usedPrompts(record, name), 0),
    restsAfter: (step) => step === until.steps || isCheckpointDue(recipe, step),
  });
  return { of: () => sampler, close: () => sampler.close() };
}

function usedPrompts(record: MetricRecord, name: string): number {
  return record.stage === name ? Number(record['sampling/prompts']) : 0;
}
