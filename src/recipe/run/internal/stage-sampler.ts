import type { MetricRecord } from '../../../base/index.js';
import type { RlStage } from '../../stages/recipe.js';
import { isCheckpointDue } from '../../stages/stage-rules.js';
import { createEpochSampler } from '../../steps/epoch-sampler.js';
import { batchSampler } from '../../internal/batch-sampler.js';
import type { TrainingProblem } from '../../steps/roll-out.js';
import { createStepSampler, type StepSampler } from '../../steps/step-sampler.js';
import type { StageContext } from './stage-work.js';

/** @returns What gives a stage's steps their rollouts; what its steps have used so far stands in their records. */
export function stageSampler(
  { name, promptsPerStep, order, dynamicSampling, overProvision, asynchronous, until }: RlStage,
  problems: readonly TrainingProblem[],
  { seed, recipe, store }: StageContext,
): StepSampler {
  const settings = {
    seed: `${seed}/${name}/prompts`,
    order: order === 'easy-first' ? ('given' as const) : ('shuffled' as const),
  };
  if (dynamicSampling === undefined && overProvision === undefined && asynchronous === undefined) {
    const prompts = createEpochSampler(problems, { batchSize: promptsPerStep, ...settings });
    return batchSampler((step) => prompts.batch(step));
  }
  return createStepSampler(problems, {
    ...{ promptsPerStep, dynamicSampling, overProvision, asynchronous, ...settings },
    usedPrompts: store.records.reduce((sum, record) => sum + usedPrompts(record, name), 0),
    restsAfter: (step) => step === until.steps || isCheckpointDue(recipe, step),
  });
}

function usedPrompts(record: MetricRecord, name: string): number {
  return record.stage === name ? Number(record['sampling/prompts']) : 0;
}
