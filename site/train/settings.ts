import type { RlStage, SftStage } from 'rstar2-agent/recipe';
import { SETTINGS, type Settings } from '../../examples/trainer/settings.js';

/** The demo's settings, evaluated more often so that the curve grows, and saved more often so that a reload loses little. */
export const PAGE: Settings = {
  ...SETTINGS,
  recipe: { ...SETTINGS.recipe, evaluation: { everySteps: 10, samples: 1 }, checkpointEverySteps: 5 },
};

const [sft, rl, hard] = SETTINGS.recipe.stages as [SftStage, RlStage, RlStage];
const FEW = { promptsPerStep: 2, groupSize: 2, miniBatches: 1 } as const;

/** The shortened form that tests take: every stage, and nothing is learnt. */
export const SHORT: Settings = {
  ...SETTINGS,
  task: { trainProblems: 8, testProblems: 2 },
  demonstrations: { ...SETTINGS.demonstrations, problems: 8 },
  recipe: {
    name: 'short',
    stages: [
      { ...sft, steps: 16, batchSize: 8 },
      { ...rl, ...FEW, until: { steps: 4 }, sampling: { ...rl.sampling, maxTokens: 128 } },
      { ...hard, ...FEW, until: { steps: 1 }, filter: { samples: 1, among: 4 } },
    ],
    evaluation: { everySteps: 3, samples: 1 },
    checkpointEverySteps: 2,
  },
};

export const SEED = '1';
