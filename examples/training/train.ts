import type { Learner, Rollout } from 'rstar2-agent';
import {
  createProgressDisplay,
  readMetrics,
  readRolloutSamples,
  writeRunReport,
  type MetricRecord,
  type ProgressDisplay,
} from 'rstar2-agent/report';
import { createTfjsLearner, type Decoder } from 'rstar2-agent/tfjs';
import type { AgentEnvironment, Task } from './agent.js';
import { evaluate } from './evaluate.js';
import { rlStep } from './rl-step.js';
import { END_OF_SFT, type RunStore } from './run-store.js';
import type { Algorithm, OptimizerSettings, TrainingSettings } from './settings.js';
import { drawEpochs, sftStep } from './sft.js';

/** A run of training: what is trained, on what, and where it is kept. */
export interface TrainingPlan extends AgentEnvironment {
  readonly title: string;
  /** Where the run is kept; closed when it ends. What is unfinished in it is resumed. */
  readonly store: RunStore;
  readonly algorithm: Algorithm;
  readonly seed: string;
  readonly settings: TrainingSettings;
  /** All of its weights are trained, or its adapter. */
  readonly model: Decoder;
  readonly maxTokensPerPass: number;
  readonly problems: { readonly train: readonly Task[]; readonly test: readonly Task[] };
  /** Makes what stage 0 learns from; not called where stage 0 has no steps, or is done. */
  readonly demonstrate: () => Promise<readonly Rollout[]>;
  /** A directory of another run of the same seed and settings whose stage 0 is taken over instead of being done again. */
  readonly sftFrom?: string | undefined;
  /** How strongly the model's Python is contained: for the display and the report. */
  readonly isolation: string;
}

/** A run under way. */
interface Run extends TrainingPlan {
  readonly display: ProgressDisplay;
}

/** How a run ended. */
export interface TrainingResult {
  readonly metrics: readonly MetricRecord[];
  readonly report: string;
}

/** Every how many steps the rollouts of a step are kept for reading. */
const SAMPLE_EVERY_STEPS = 5;

/**
 * Trains a model to solve problems with Python: SFT on demonstrations, then RL, then the report.
 *
 * Everything drawn is named by the seed and the step, and weights and optimizer are in the checkpoint, so a run that was
 * killed goes on from its last checkpoint to exactly the metrics it would have had.
 */
export async function runTraining(plan: TrainingPlan): Promise<TrainingResult> {
  const { settings, model, isolation, store } = plan;
  const display = createProgressDisplay({
    title: `${plan.title}, ${model.parameterCount.toLocaleString('en')} parameters, sandbox isolation ${isolation}`,
    stages: [
      { name: 'sft', total: settings.sft.steps },
      { name: 'rl', total: settings.rl.steps },
    ],
  });
  const run = { ...plan, display };
  try {
    await sftStage(run);
    await rlStage(run);
  } finally {
    display.close();
    store.close();
  }
  const metrics = readMetrics(store.path('metrics.jsonl'));
  const report = store.path('report.html');
  writeRunReport({
    title: plan.title,
    config: store.config,
    metrics,
    rollouts: readRolloutSamples(store.path('rollouts.jsonl')),
    tokenizer: plan.tokenizer,
    summary: { wallSeconds: wallSeconds(metrics), isolation },
    output: report,
  });
  return { metrics, report };
}

/** Seconds spent in steps and evaluations, over all the processes that a resumed run took. */
function wallSeconds(metrics: readonly MetricRecord[]): number {
  return metrics.reduce((sum, record) => sum + Number(record['seconds'] ?? 0), 0);
}

/** Stage 0: non-reasoning SFT. Ends with a held-out evaluation and a checkpoint. */
async function sftStage(run: Run): Promise<void> {
  const { settings, store, seed, maxTokensPerPass } = run;
  if (store.latest?.stage === 'rl') return;
  const { steps, batchSize } = settings.sft;
  const learner = createLearner(run.model, settings.sft, steps);
  if (run.sftFrom !== undefined) {
    await takeOverSft(run, run.sftFrom, learner);
    return;
  }
  if (store.latest !== undefined) await learner.loadCheckpoint(store.checkpointPath(store.latest));
  if (steps > 0) run.display.note('running the demonstrations');
  const demonstrations = steps > 0 ? await run.demonstrate() : [];
  for (let step = (store.latest?.step ?? 0) + 1; step <= steps; step++) {
    run.signal.throwIfAborted();
    log(run, await sftStep(step, demonstrations, learner, { seed: `${seed}/sft`, batchSize, maxTokensPerPass }));
    if (step % settings.checkpoints.everySteps === 0) await store.saveCheckpoint(learner, { stage: 'sft', step });
  }
  log(run, await evaluateLearner(run, 0, learner));
  await store.saveCheckpoint(learner, END_OF_SFT);
  await learner.close();
}

function createLearner(model: Decoder, settings: OptimizerSettings, totalSteps: number): Learner {
  const { learningRate, beta2, weightDecay, warmupSteps, finalShare } = settings;
  return createTfjsLearner({
    model,
    optimizer: { learningRate, beta2, weightDecay },
    schedule: { kind: 'cosine', warmupSteps, totalSteps: Math.max(1, totalSteps), finalShare },
  });
}

/** Another run of the seed has done stage 0, which does not depend on the algorithm. */
async function takeOverSft(run: Run, from: string, learner: Learner): Promise<void> {
  await learner.loadCheckpoint(`${from}/checkpoints/rl-0`);
  const records = readMetrics(`${from}/metrics.jsonl`);
  for (const record of records)
    if (record.stage === 'sft' || (record.stage === 'eval' && record.step === 0)) log(run, record);
  await run.store.saveCheckpoint(learner, END_OF_SFT);
  await learner.close();
}

/** Stage 1: reinforcement learning, with a fresh optimizer, evaluated on held-out problems as it goes. */
async function rlStage(run: Run): Promise<void> {
  const { settings, store, problems, seed } = run;
  const { steps, promptsPerStep, miniBatches } = settings.rl;
  const learner = createLearner(run.model, settings.rl, steps * miniBatches);
  const done = store.latest?.stage === 'rl' ? store.latest.step : 0;
  if (done > 0) await learner.loadCheckpoint(store.checkpointPath({ stage: 'rl', step: done }));
  else if (store.latest?.stage === 'rl')
    await learner.loadCheckpoint(store.checkpointPath(END_OF_SFT), { optimizer: false });
  for (let step = done + 1; step <= steps; step++) {
    run.signal.throwIfAborted();
    const prompts = drawEpochs(problems.train, step, promptsPerStep, `${seed}/prompts`);
    const { record, samples } = await rlStep(step, prompts, learner, { ...run, seed: `${seed}/rl` });
    log(run, record);
    if (step === 1 || step % SAMPLE_EVERY_STEPS === 0) {
      for (const sample of samples.filter(({ rollout }) => rollout.groupId === prompts[0]!.groupId))
        store.samples.append(sample);
    }
    if (step % settings.evaluation.everySteps === 0 || step === steps) {
      log(run, await evaluateLearner(run, step, learner));
    }
    if (step % settings.checkpoints.everySteps === 0 || step === steps) {
      await store.saveCheckpoint(learner, { stage: 'rl', step });
    }
  }
  await learner.close();
}

/** Held-out evaluation of the weights as they are now. */
async function evaluateLearner(run: Run, step: number, learner: Learner): Promise<MetricRecord> {
  const policy = await learner.policy();
  try {
    return await evaluate(step, run.problems.test, policy, run.seed, run);
  } finally {
    await policy.close();
  }
}

function log(run: Run, record: MetricRecord): void {
  run.store.metrics.append(record);
  run.display.update(record);
}
