import type { Recipe, RlStage } from './recipe.js';

/** What the paper's RL stages share. */
const PAPER_RL = {
  kind: 'rl',
  promptsPerStep: 512,
  groupSize: 16,
  oversampling: 2,
  objective: 'grpo-roc',
  optimizer: { learningRate: 1e-6, schedule: { kind: 'constant', warmupSteps: 20 } },
} as const satisfies Partial<RlStage>;

/**
 * The paper's training (arXiv 2508.20722, §4 and its table of stages): SFT, RL at 8K, RL at 12K, RL on the hard problems.
 *
 * Ways to end a stage early are the paper's own: stage 3 begins when more than 70 % of a batch are solved by all rollouts.
 */
const paper: Recipe = {
  name: 'rStar2-Agent-14B, the paper',
  stages: [
    {
      kind: 'sft',
      name: 'sft',
      epochs: 3,
      batchSize: 128,
      optimizer: { learningRate: 5e-6, schedule: { kind: 'cosine', warmupShare: 0.04 } },
    },
    { ...PAPER_RL, name: 'rl-8k', sampling: { maxTokens: 8192, maxTurns: 10, temperature: 1 }, until: { steps: 300 } },
    {
      ...PAPER_RL,
      name: 'rl-12k',
      sampling: { maxTokens: 12_288, maxTurns: 10, temperature: 1 },
      until: { steps: 85, solvedGroups: { above: 0.7 } },
      start: { optimizer: 'keep' },
    },
    {
      ...PAPER_RL,
      name: 'rl-hard',
      sampling: { maxTokens: 12_288, maxTurns: 15, temperature: 1 },
      until: { steps: 125 },
      filter: { samples: 8, drop: 'solved' },
      // The reference is reset too in the paper; without a KL term there is none to reset.
      start: { optimizer: 'reset' },
    },
  ],
  evaluation: {
    everySteps: 5,
    samples: 16,
    sampling: { maxTokens: 30_000, maxTurns: 30, temperature: 0.6 },
  },
};

/**
 * The public release: its 14B script and the flags it sets (`run_qwen3-14b_rstar2_agent_weave.sh`, `rstar2_agent_trainer.yaml`).
 * Selection is the release's own (`releaseDownsample`); validation every 5 steps, one sample at temperature 0 (verl's default).
 */
const release: Recipe = {
  name: 'rStar2-Agent-14B, the release',
  stages: [
    {
      kind: 'rl',
      name: 'rl',
      promptsPerStep: 128,
      groupSize: 16,
      oversampling: 2,
      selection: { strategy: 'release', minimumNegatives: 2, minimumPositives: 2 },
      sampling: { maxTokens: 8192, maxTurns: 5, temperature: 1 },
      objective: { loss: { kind: 'clip', clipLow: 0.2, clipHigh: 0.28 }, aggregation: 'token-mean' },
      miniBatches: 1,
      optimizer: { learningRate: 1e-6, weightDecay: 0.01, schedule: { kind: 'constant', warmupSteps: 20 } },
      until: { steps: 200 },
    },
  ],
  evaluation: { everySteps: 5, samples: 1, sampling: { maxTokens: 8192, maxTurns: 5, temperature: 0 } },
};

/** What the demo's RL stages share. */
const DEMO_RL = {
  kind: 'rl',
  promptsPerStep: 8,
  groupSize: 8,
  oversampling: 2,
  selection: { minimumNegatives: 1, minimumPositives: 1 },
  objective: 'grpo-roc',
  miniBatches: 4,
} as const satisfies Partial<RlStage>;

/** What the demo's stages share. */
const DEMO_OPTIMIZER = { beta2: 0.95, weightDecay: 0 } as const;

/** The demo of this package: a model of 100,000 parameters learns from random weights to solve problems with Python, in minutes on two cores. */
const demo: Recipe = {
  name: 'demo',
  stages: [
    {
      kind: 'sft',
      name: 'sft',
      steps: 400,
      batchSize: 18,
      optimizer: {
        ...DEMO_OPTIMIZER,
        learningRate: 7e-3,
        weightDecay: 0.01,
        schedule: { kind: 'cosine', warmupSteps: 10, finalShare: 0.05 },
      },
    },
    {
      ...DEMO_RL,
      name: 'rl',
      sampling: { maxTokens: 192, maxTurns: 8, temperature: 1 },
      optimizer: {
        ...DEMO_OPTIMIZER,
        learningRate: 1e-3,
        schedule: { kind: 'cosine', warmupSteps: 5, finalShare: 0.3 },
      },
      // What is solved every time teaches nothing.
      until: { steps: 60, solvedGroups: { above: 0.7, steps: 4 } },
    },
    {
      ...DEMO_RL,
      name: 'rl-hard',
      sampling: { maxTokens: 256, maxTurns: 8, temperature: 1 },
      filter: { samples: 4, drop: 'solved', among: 128 },
      optimizer: {
        ...DEMO_OPTIMIZER,
        learningRate: 3e-4,
        schedule: { kind: 'cosine', warmupSteps: 3, finalShare: 0.1 },
      },
      until: { steps: 8 },
      start: { optimizer: 'reset' },
    },
  ],
  evaluation: { everySteps: 25, samples: 2 },
  checkpointEverySteps: 10,
};

/** Recipes to start from: `{ ...RECIPES.paper, stages: … }`. */
export const RECIPES = { paper, release, demo } as const;
