import type { Learner, PackedBatch, MetricRecord } from '../../../base/index.js';
import type { RlStage } from '../../stages/recipe.js';
import { maxTokensAt, objectiveOf, stageTools, isCheckpointDue } from '../../stages/stage-rules.js';
import { scheduledOptimizer } from '../../steps/optimizer-schedule.js';
import { rlStep } from '../../steps/rl-step.js';
import { stageProblems } from './stage-problems.js';
import type { StageContext, StageWork } from './stage-work.js';
import { createEpochSampler } from '../../steps/epoch-sampler.js';
import type { TrainingProblem } from '../../steps/roll-out.js';
import { createStepSampler, batchSampler } from '../../steps/step-sampler.js';
import { storageOf } from '../../internal/run-files.js';
import { environmentOf } from '../../internal/step-schemas.js';
import type { StepSampler } from '../../steps/rl-step-options.js';

/** Every how many steps the rollouts of the step's first problem are kept for reading. */
const SAMPLE_EVERY_STEPS = 5;

/** @param from - Steps that the stage has taken already. */
export async function rlWork(stage: RlStage, from: number, context: StageContext): Promise<StageWork> {
  const { name, miniBatches = 1 } = stage;
  const { trained, seed, store, emit } = context;
  const tools = stageTools(stage, context.tools);
  const sampler = stageSampler(stage, await stageProblems(stage, from, { ...context, tools }), context);
  const objective = objectiveOf(stage);
  const optimizer = scheduledOptimizer(stage.optimizer, stage.until.steps * miniBatches);
  const reference =
    objective.kl !== undefined && stage.start?.reference === 'stage' ? await stageReference(stage, context) : undefined;
  const { signal, maxTokensPerPass, rolloutCorrection } = context;
  let hasWarned = false;
  return {
    steps: stage.until.steps,
    async take(step) {
      const { record, samples, setApart } = await rlStep(trained, sampler, {
        ...environmentOf(context),
        ...{ tools, maxTokensPerPass, rolloutCorrection, step, stage: name },
        seed: `${seed}/${name}`,
        groupSize: stage.groupSize,
        oversampling: stage.oversampling,
        sampling: { ...stage.sampling, maxTokens: maxTokensAt(stage.sampling, step) },
        selection: stage.selection,
        objective,
        miniBatches,
        optimizer: (update) => optimizer((step - 1) * miniBatches + update),
        referenceLogprobs: reference && ((batch: PackedBatch) => reference.logprobs(batch, { signal })),
      });
      if (step === 1 || step % SAMPLE_EVERY_STEPS === 0)
        await store.keep(...samples.filter(({ rollout }) => rollout.groupId === samples[0]?.rollout.groupId));
      if (setApart.length > 0) {
        const [{ cause }, of] = [setApart[0]!, setApart.length + samples.length];
        emit({ kind: 'set-apart', position: { stage: name, step }, count: setApart.length, of, reason: cause.message });
      }
      const count = Number(record['agent/refused'] ?? 0);
      if (count > 0 && !hasWarned) {
        hasWarned = true;
        emit({
          kind: 'requests-refused',
          position: { stage: name, step },
          count,
          reason: String(record['agent/refused_because']),
        });
      }
      return record;
    },
    async close() {
      try {
        await sampler.close();
      } finally {
        await reference?.close();
      }
    },
  };
}

/** A second learner with the weights of the stage's start; of a run's first stage those that training started from. */
async function stageReference({ name }: RlStage, { store, learner, recipe, signal }: StageContext): Promise<Learner> {
  const reference = await learner();
  // It takes no steps: an optimizer is only loaded where weights do not come without.
  const optimizer = !reference.capabilities.optimizerReset;
  if (name !== recipe.stages[0]!.name)
    await reference.loadCheckpoint(store.checkpointPath({ stage: name, step: 0 }), {
      ...{ optimizer, signal },
      ...storageOf(store.files),
    });
  return reference;
}

/** @returns What gives a stage's steps their rollouts; what its steps have used so far stands in their records. */
function stageSampler(
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
