import { configHash } from 'rstar2-agent/report';

/**
 * Everything that decides what a run does, besides its seed and its algorithm. Fixed before the first comparison and
 * hashed into every report.
 */
export const SETTINGS = {
  task: { trainProblems: 2000, testProblems: 100 },
  demonstrations: { problems: 1024, perProblem: 1, flawedCalls: 0.6, randomFunctions: 0.4 },
  model: {
    hiddenSize: 64,
    numHiddenLayers: 2,
    numAttentionHeads: 4,
    numKeyValueHeads: 4,
    headDim: 16,
    intermediateSize: 128,
    /** Sequences are short: a small base turns every channel within reach of the distances that matter. */
    ropeTheta: 100,
    maxPositionEmbeddings: 512,
  },
  sft: {
    steps: 400,
    batchSize: 24,
    learningRate: 7e-3,
    finalShare: 0.05,
    warmupSteps: 10,
    beta2: 0.95,
    weightDecay: 0.01,
  },
  rl: {
    steps: 80,
    promptsPerStep: 8,
    /** G: rollouts of a prompt that are trained on. */
    groupSize: 8,
    /** Of 2G when oversampling. */
    oversampling: 2,
    miniBatches: 2,
    maxTurns: 8,
    maxTokens: 256,
    temperature: 1,
    clipLow: 0.2,
    clipHigh: 0.28,
    /** Falls along a cosine; the paper trains far longer at a constant rate. */
    learningRate: 1e-3,
    finalShare: 0.1,
    warmupSteps: 5,
    beta2: 0.95,
    weightDecay: 0,
    minimumNegatives: 1,
    minimumPositives: 1,
  },
  evaluation: { everySteps: 20, samplesPerProblem: 2 },
  checkpoints: { everySteps: 10 },
} as const;

/** The same settings with any values. */
export type Settings = Widen<typeof SETTINGS>;
type Widen<T> = T extends number ? number : { readonly [K in keyof T]: Widen<T[K]> };

/** @returns The hash of the settings, the same for all three algorithms. */
export function settingsHash(settings: Settings = SETTINGS): string {
  return configHash(settings);
}
