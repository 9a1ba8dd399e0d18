import { RECIPES, type Recipe, type RlStage, type SftStage } from 'rstar2-agent/recipe';
import { configHash } from 'rstar2-agent/report';
import { SMALL_DECODER, type decoderConfig } from 'rstar2-agent/tfjs';

/** All settings of a run besides its seed and algorithm; their hash is in every report. */
export interface Settings {
  readonly task: { readonly trainProblems: number; readonly testProblems: number };
  readonly demonstrations: {
    readonly problems: number;
    readonly perProblem: number;
    readonly flawedCalls: number;
    readonly randomFunctions: number;
  };
  readonly model: Omit<Parameters<typeof decoderConfig>[0], 'vocabSize'>;
  readonly recipe: Recipe;
}

/** A program that solves a problem takes milliseconds; a model that learns also writes factorials that take minutes. */
export const LIMITS = { cpuMs: 2000 };

/** Tokens of one forward and backward pass of the small model: a step of SFT is a few of them, which the workers share. */
export const MAX_TOKENS_PER_PASS = 1024;

/** The demo's. */
export const SETTINGS: Settings = {
  task: { trainProblems: 2000, testProblems: 100 },
  demonstrations: { problems: 1024, perProblem: 1, flawedCalls: 0.5, randomFunctions: 0.3 },
  model: SMALL_DECODER,
  recipe: RECIPES.demo,
};

const [sft, rl] = RECIPES.demo.stages as readonly [SftStage, RlStage, RlStage];

/**
 * The settings of the comparison, fixed before the first run: one RL stage of 64 steps, so that all algorithms get the same problems, after
 * demonstrations with more flaws than the demo's, so that the algorithms differ more.
 */
export const COMPARED: Settings = {
  ...SETTINGS,
  demonstrations: { ...SETTINGS.demonstrations, flawedCalls: 0.6, randomFunctions: 0.4 },
  recipe: {
    ...RECIPES.demo,
    stages: [
      { ...sft, batchSize: 24 },
      {
        ...rl,
        miniBatches: 2,
        sampling: { ...rl.sampling, maxTokens: 256 },
        optimizer: { ...rl.optimizer, schedule: { kind: 'cosine', warmupSteps: 5, finalShare: 0.1 } },
        until: { steps: 64 },
      },
    ],
    evaluation: { everySteps: 16, samples: 2 },
  },
};

/** @returns The hash of the settings, the same for all three algorithms. */
export function settingsHash(settings: Settings): string {
  return configHash(settings);
}
