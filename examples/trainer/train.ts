import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { getBackend } from '@tensorflow/tfjs-core';
import type { Sandbox } from 'rstar2-agent';
import { readRun, type RunOptions } from 'rstar2-agent/recipe';
import { vocabularyFiles } from 'rstar2-agent/rollout';
import { createPythonTool } from 'rstar2-agent/sandbox';
import { createDecoder, createTfjsLearnerFactory, decoderConfig, loadModel, saveModel } from 'rstar2-agent/tfjs';
import { withAlgorithm, type Algorithm } from '../training/algorithms.js';
import { trainByRecipe, type TrainingResult } from '../training/run.js';
import type { OpenLearner } from '../training/tinker.js';
import { demonstrate } from './demonstrations.js';
import { MAX_TOKENS_PER_PASS, SETTINGS, settingsHash, type Settings } from './settings.js';
import { makeProblems, SYSTEM_PROMPT, taskOf } from './task/problems.js';
import { makeTokenizer } from './task/vocabulary.js';

export interface TrainOptions {
  readonly algorithm: Algorithm;
  readonly seed: string;
  /** The run's directory; an unfinished run of the same configuration in it is resumed. */
  readonly directory: string;
  readonly sandbox: Sandbox;
  readonly signal: AbortSignal;
  readonly settings?: Settings;
  /** Opens a learner on another engine. Default: the settings' model, in this process. */
  readonly learner?: OpenLearner | undefined;
  /** Threads that compute with the settings' model. Default: on wasm one a core, four at most. */
  readonly workers?: number | undefined;
  /** Writes event files for TensorBoard, too. */
  readonly tensorboard?: boolean;
  /** Traces of every training rollout; demonstrations are not traced. */
  readonly tracing?: RunOptions['tracing'];
  /** The directory of a run with the same seed and settings; its SFT is used instead of a new one. */
  readonly sftFrom?: string;
}

/** How a run ended. */
export interface TrainResult extends TrainingResult {
  /** Hash of the settings it ran with. */
  readonly settingsHash: string;
}

/** Trains a small language model from random weights until it solves problems with Python. */
export async function train(options: TrainOptions): Promise<TrainResult> {
  const { algorithm, seed, settings = SETTINGS, tensorboard = false, sandbox, sftFrom } = options;
  const hash = settingsHash(settings);
  const recipe = withAlgorithm(settings.recipe, algorithm);
  const run = runOf(options, settings);
  const result = await trainByRecipe(recipe, {
    ...run,
    title: `${algorithm}, seed ${seed}`,
    isolation: sandbox.isolation.level,
    tensorboard,
    config: { algorithm, system: SYSTEM_PROMPT, ...settings, settingsHash: hash },
    startFrom: sftFrom === undefined ? undefined : { directory: sftFrom, stage: recipe.stages[1]!.name },
  });
  // What another engine trained stays there, at `result.checkpoint`.
  if (options.learner === undefined) await keepModel(options, settings);
  return { ...result, settingsHash: hash };
}

/** Writes what was trained as a model's folder, `model/`, and the problems it has never seen: `chat` and `eval` take them. */
async function keepModel({ directory, seed }: TrainOptions, { task }: Settings): Promise<void> {
  const { checkpoint } = readRun(directory);
  const model = await loadModel(checkpoint!);
  try {
    mkdirSync(`${directory}/model`, { recursive: true });
    for (const [name, text] of Object.entries(vocabularyFiles(makeTokenizer())))
      writeFileSync(`${directory}/model/${name}`, text);
    await saveModel(`${directory}/model`, model);
  } finally {
    model.dispose();
  }
  const { test } = makeProblems(`${seed}/problems`, { train: task.trainProblems, test: task.testProblems });
  const lines = test.map(taskOf).map(({ id, prompt, metadata }) => JSON.stringify({ id, prompt, ...metadata }));
  writeFileSync(`${directory}/held-out.jsonl`, `${lines.join('\n')}\n`);
}

/** Everything of a run but its recipe: model, problems, demonstrations, Python. */
export function runOf(options: TrainOptions, settings: Settings): RunOptions & { readonly directory: string } {
  const { seed, directory, sandbox, signal, tracing, workers, learner = inProcess(settings, workers) } = options;
  const { trainProblems, testProblems } = settings.task;
  const { train, test } = makeProblems(`${seed}/problems`, { train: trainProblems, test: testProblems });
  const tokenizer = makeTokenizer();
  const environment = { tokenizer, tools: [createPythonTool(sandbox, { name: 'python' })], signal };
  return {
    ...environment,
    directory,
    seed,
    tracing,
    learner: () => learner(`${seed}/weights`),
    maxTokensPerPass: MAX_TOKENS_PER_PASS,
    // Another engine may sample and train with different arithmetic: the difference is measured.
    ...(options.learner && { rolloutCorrection: {} }),
    problems: { train: train.map(taskOf), test: test.map(taskOf) },
    demonstrations: {
      demonstrations: (onProgress) => demonstrate(train, seed, settings, { ...environment, onProgress }),
    },
  };
}

function inProcess(
  { model }: Settings,
  // The model is so small that workers are not started for it by default; a step has enough to do for them.
  workers = getBackend() === 'wasm' ? Math.min(MOST_WORKERS, availableParallelism()) : undefined,
): OpenLearner {
  const config = decoderConfig({ ...model, vocabSize: makeTokenizer().vocabularySize });
  const engine = createTfjsLearnerFactory({
    baseModels: { small: (seed) => createDecoder(config, { seed }) },
    workers,
  });
  return (seed) => engine.createLearner({ baseModel: 'small', seed });
}

/** More have too little to do each. */
const MOST_WORKERS = 4;
