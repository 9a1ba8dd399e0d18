import type { Learner, Sandbox } from 'rstar2-agent';
import {
  createProgressDisplay,
  readMetrics,
  readRolloutSamples,
  writeRunReport,
  type MetricRecord,
} from 'rstar2-agent/report';
import { createPythonTool } from 'rstar2-agent/sandbox';
import { createDecoder, createTfjsLearner, decoderConfig, type Decoder } from 'rstar2-agent/tfjs';
import type { AgentEnvironment } from './agent.js';
import { evaluate } from './evaluate.js';
import { rlStep } from './rl-step.js';
import { END_OF_SFT, RunStore } from './run-store.js';
import { SETTINGS, settingsHash, type Algorithm, type Settings } from './settings.js';
import { demonstrate, drawEpochs, sftStep } from './sft.js';
import { makeProblems, type Problem } from './task/problems.js';
import { makeTokenizer } from './task/vocabulary.js';

export interface TrainOptions {
  readonly algorithm: Algorithm;
  readonly seed: string;
  /** The run's directory; an unfinished run of the same configuration in it is resumed. */
  readonly directory: string;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  readonly settings?: Settings;
  /** A directory of another run of the same seed and settings whose stage 0 is taken over instead of being done again. */
  readonly sftFrom?: string;
}

/** How a run ended. */
export interface TrainResult {
  readonly metrics: readonly MetricRecord[];
  /** Hash of the settings it ran with. */
  readonly settingsHash: string;
  readonly report: string;
}

/** Every how many steps the rollouts of a step are kept for reading. */
const SAMPLE_EVERY_STEPS = 5;

/**
 * Trains a small language model from nothing to solving problems with Python: SFT on the protocol, then RL.
 *
 * Everything drawn is named by the seed and the step, and weights and optimizer are in the checkpoint, so a run that was
 * killed goes on from its last checkpoint to exactly the metrics it would have had.
 */
export async function train(options: TrainOptions): Promise<TrainResult> {
  const { algorithm, seed, settings = SETTINGS, directory } = options;
  const store = new RunStore(directory, { algorithm, seed, settingsHash: settingsHash(settings), settings });
  const problems = makeProblems(`${seed}/problems`, {
    train: settings.task.trainProblems,
    test: settings.task.testProblems,
  });
  const tokenizer = makeTokenizer();
  const model = createDecoder(decoderConfig({ ...settings.model, vocabSize: tokenizer.vocabularySize }), {
    seed: `${seed}/weights`,
  });
  const display = createProgressDisplay({
    title: `${algorithm}, seed ${seed}, ${model.parameterCount.toLocaleString('en')} parameters, sandbox isolation ${options.sandbox.isolation.level}`,
    stages: [
      { name: 'sft', total: settings.sft.steps },
      { name: 'rl', total: settings.rl.steps },
    ],
  });
  const environment: AgentEnvironment = {
    tokenizer,
    tool: createPythonTool(options.sandbox, { name: 'python' }),
    settings,
    signal: options.signal,
  };
  const run = { ...options, store, problems, model, display, environment, settings };
  try {
    await sftStage(run);
    await rlStage(run);
  } finally {
    display.close();
    store.close();
    model.dispose();
  }
  const metrics = readMetrics(store.path('metrics.jsonl'));
  const report = store.path('report.html');
  writeRunReport({
    title: `${algorithm}, seed ${seed}`,
    config: { algorithm, seed, ...settings },
    metrics,
    rollouts: readRolloutSamples(store.path('rollouts.jsonl')),
    tokenizer,
    summary: { wallSeconds: wallSeconds(metrics), isolation: options.sandbox.isolation.level },
    output: report,
  });
  return { metrics, settingsHash: settingsHash(settings), report };
}

/** Seconds spent in steps and evaluations, over all the processes that a resumed run took. */
function wallSeconds(metrics: readonly MetricRecord[]): number {
  return metrics.reduce((sum, record) => sum + Number(record['seconds'] ?? 0), 0);
}

interface Run extends TrainOptions {
  readonly settings: Settings;
  readonly store: RunStore;
  readonly problems: { readonly train: readonly Problem[]; readonly test: readonly Problem[] };
  readonly model: Decoder;
  readonly display: ReturnType<typeof createProgressDisplay>;
  readonly environment: AgentEnvironment;
}

/** Stage 0: non-reasoning SFT. Ends with a held-out evaluation and a checkpoint. */
async function sftStage(run: Run): Promise<void> {
  const { settings, store, problems, seed } = run;
  if (store.latest?.stage === 'rl') return;
  const { steps, batchSize, warmupSteps, finalShare, learningRate, beta2, weightDecay } = settings.sft;
  const learner = createTfjsLearner({
    model: run.model,
    optimizer: { learningRate, beta2, weightDecay },
    schedule: { kind: 'cosine', warmupSteps, totalSteps: steps, finalShare },
  });
  if (run.sftFrom !== undefined) {
    await takeOverSft(run, run.sftFrom, learner);
    return;
  }
  if (store.latest !== undefined) await learner.loadCheckpoint(store.checkpointPath(store.latest));
  run.display.note('running the demonstrations');
  const demonstrations = await demonstrate(problems.train, seed, run.environment);
  for (let step = (store.latest?.step ?? 0) + 1; step <= steps; step++) {
    run.signal.throwIfAborted();
    log(run, await sftStep(step, demonstrations, learner, { seed: `${seed}/sft`, batchSize }));
    if (step % settings.checkpoints.everySteps === 0) await store.saveCheckpoint(learner, { stage: 'sft', step });
  }
  log(run, await evaluateLearner(run, 0, learner));
  await store.saveCheckpoint(learner, END_OF_SFT);
  await learner.close();
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
  const { steps, promptsPerStep, miniBatches, warmupSteps, finalShare, learningRate, beta2, weightDecay } = settings.rl;
  const learner = createTfjsLearner({
    model: run.model,
    optimizer: { learningRate, beta2, weightDecay },
    schedule: { kind: 'cosine', warmupSteps, totalSteps: steps * miniBatches, finalShare },
  });
  const done = store.latest?.stage === 'rl' ? store.latest.step : 0;
  if (done > 0) await learner.loadCheckpoint(store.checkpointPath({ stage: 'rl', step: done }));
  else if (store.latest?.stage === 'rl')
    await learner.loadCheckpoint(store.checkpointPath(END_OF_SFT), { optimizer: false });
  for (let step = done + 1; step <= steps; step++) {
    run.signal.throwIfAborted();
    const prompts = drawEpochs(problems.train, step, promptsPerStep, `${seed}/prompts`);
    const { record, samples } = await rlStep(step, prompts, learner, {
      ...run.environment,
      algorithm: run.algorithm,
      seed: `${seed}/rl`,
    });
    log(run, record);
    if (step === 1 || step % SAMPLE_EVERY_STEPS === 0) {
      for (const sample of samples.filter(({ rollout }) => rollout.groupId === prompts[0]!.id))
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
async function evaluateLearner({ problems, seed, environment }: Run, step: number, learner: Learner) {
  const policy = await learner.policy();
  try {
    return await evaluate(step, problems.test, policy, seed, environment);
  } finally {
    await policy.close();
  }
}

function log(run: Run, record: MetricRecord): void {
  run.store.metrics.append(record);
  run.display.update(record);
}
