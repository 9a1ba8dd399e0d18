import type { SftStage } from '../../stages/recipe.js';
import { sftSteps } from '../../stages/stage-rules.js';
import { createEpochSampler } from '../../steps/epoch-sampler.js';
import { scheduledOptimizer } from '../../steps/optimizer-schedule.js';
import { sftStep } from '../../steps/sft-step.js';
import { demonstrationsOf, itemsOf, preparing } from './sources.js';
import type { StageContext, StageWork } from './stage-work.js';

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
