/** Everything that decides how a run trains, whatever it trains on. */
export interface TrainingSettings {
  readonly sft: OptimizerSettings & {
    readonly steps: number;
    readonly batchSize: number;
  };
  readonly rl: OptimizerSettings & {
    readonly steps: number;
    readonly promptsPerStep: number;
    /** G: rollouts of a prompt that are trained on. */
    readonly groupSize: number;
    /** Of 2G when oversampling. */
    readonly oversampling: number;
    readonly miniBatches: number;
    readonly maxTurns: number;
    /** Everything after the prompt, tool responses included. */
    readonly maxTokens: number;
    readonly temperature: number;
    readonly clipLow: number;
    readonly clipHigh: number;
    readonly minimumNegatives: number;
    readonly minimumPositives: number;
    /** β of the KL from the model that training started from, which the learner must have. Default: no term. */
    readonly klCoefficient?: number;
  };
  readonly evaluation: { readonly everySteps: number; readonly samplesPerProblem: number };
  readonly checkpoints: { readonly everySteps: number };
}

/** AdamW, and a rate that falls along a cosine to `finalShare` of itself. */
export interface OptimizerSettings {
  readonly learningRate: number;
  readonly finalShare: number;
  readonly warmupSteps: number;
  readonly beta2: number;
  readonly weightDecay: number;
}

/** How the G rollouts of a prompt are come by; everything else is equal. */
export const ALGORITHMS = ['grpo-roc', 'grpo', 'uniform'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];
