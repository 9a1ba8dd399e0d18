import type { Rollout, Sandbox } from 'rstar2-agent';
import { createPythonTool } from 'rstar2-agent/sandbox';
import { createDecoder, decoderConfig } from 'rstar2-agent/tfjs';
import { rollOut, type AgentEnvironment } from '../training/agent.js';
import { RunStore } from '../training/run-store.js';
import type { Algorithm } from '../training/settings.js';
import { runTraining, type TrainingResult } from '../training/train.js';
import { SETTINGS, settingsHash, type Settings } from './settings.js';
import { Demonstrator } from './task/demonstrator.js';
import { makeProblems, taskOf, type Problem } from './task/problems.js';
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
export interface TrainResult extends TrainingResult {
  /** Hash of the settings it ran with. */
  readonly settingsHash: string;
}

/** Tokens of one forward and backward pass of the small model. */
export const MAX_TOKENS_PER_PASS = 8192;

/** Trains a small language model from nothing to solving problems with Python. */
export async function train(options: TrainOptions): Promise<TrainResult> {
  const { algorithm, seed, settings = SETTINGS, directory, sandbox, signal, sftFrom } = options;
  const { train, test } = makeProblems(`${seed}/problems`, {
    train: settings.task.trainProblems,
    test: settings.task.testProblems,
  });
  const tokenizer = makeTokenizer();
  const model = createDecoder(decoderConfig({ ...settings.model, vocabSize: tokenizer.vocabularySize }), {
    seed: `${seed}/weights`,
  });
  const environment = { tokenizer, tool: createPythonTool(sandbox, { name: 'python' }), settings, signal };
  const hash = settingsHash(settings);
  try {
    const result = await runTraining({
      ...environment,
      title: `${algorithm}, seed ${seed}`,
      store: new RunStore(directory, { algorithm, seed, settingsHash: hash, ...settings }),
      algorithm,
      seed,
      model,
      maxTokensPerPass: MAX_TOKENS_PER_PASS,
      problems: { train: train.map(taskOf), test: test.map(taskOf) },
      demonstrate: () => demonstrate(train, seed, settings, environment),
      sftFrom,
      isolation: sandbox.isolation.level,
    });
    return { ...result, settingsHash: hash };
  } finally {
    model.dispose();
  }
}

/** @returns Demonstrations of the protocol on training problems: each a rollout of the demonstrator, its Python really run. */
async function demonstrate(
  problems: readonly Problem[],
  seed: string,
  { demonstrations }: Settings,
  environment: AgentEnvironment,
): Promise<Rollout[]> {
  const { problems: count, perProblem, ...quality } = demonstrations;
  const shown = problems.slice(0, count);
  const demonstrator = new Demonstrator(shown, environment.tokenizer, { ...quality, seed });
  return rollOut(shown.map(taskOf), perProblem, `${seed}/demonstrations`, demonstrator, environment);
}
