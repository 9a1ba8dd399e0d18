import type { Learner, MetricRecord, MetricSink } from '../../../base/index.js';
import type { Recipe, SftStage } from '../../stages/recipe.js';
import type { RunEvent, RunOptions } from '../run-options.js';
import type { RunStore } from '../run-store.js';
import { sftSteps, demonstrationsOf } from '../../stages/stage-rules.js';
import { createEpochSampler } from '../../steps/epoch-sampler.js';
import { scheduledOptimizer } from '../../steps/optimizer-schedule.js';
import { sftStep } from '../../steps/sft-step.js';
import { itemsOf, preparing } from './sources.js';

/** What a stage does, a step at a time. */
export interface StageWork {
  /** How many it takes at most. */
  readonly steps: number;
  /** @param step - Counts from 1. */
  take(step: number): Promise<MetricRecord>;
  close(): Promise<void>;
}

/** What a stage works with. */
export interface StageContext extends RunOptions {
  readonly recipe: Recipe;
  readonly store: RunStore;
  readonly trained: Learner;
  readonly opened: readonly MetricSink[];
  readonly emit: (event: RunEvent) => void;
}

export async function sftWork(
  stage: SftStage,
  { demonstrations, seed, trained, maxTokensPerPass, signal, emit }: StageContext,
): Promise<StageWork> {
  const { name, batchSize } = stage;
  const onProgress = preparing(name, 'demonstrations', emit);
  const sequences = await itemsOf('demonstrations', demonstrations, demonstrationsOf(stage), onProgress);
  const sampler = createEpochSampler(sequences, { batchSize, seed: `${seed}/${name}` });
  const steps = sftSteps(stage, sequences.length);
  const optimizer = scheduledOptimizer(stage.optimizer, steps);
  return {
    steps,
    take: (step) =>
      sftStep(trained, sampler.batch(step), {
        step,
        stage: name,
        maxTokensPerPass,
        optimizer: optimizer(step),
        signal,
      }),
    close: () => Promise.resolve(),
  };
}
