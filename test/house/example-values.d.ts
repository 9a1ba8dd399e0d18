// What the examples of the reference take as given: what a reader has made before.
/* eslint-disable @typescript-eslint/consistent-type-imports -- an import would make a module of what declares globals */
type Rollout = import('../../src/index.js').Rollout;

// Of Node and of packages.
declare const { appendFileSync, readFileSync, writeFileSync }: typeof import('node:fs');
declare const { it }: typeof import('vitest');
declare const fc: typeof import('fast-check');
declare const tf: typeof import('@tensorflow/tfjs-core');
declare const z: typeof import('zod');

// Texts and numbers.
declare const text: string;
declare const response: string;
declare const groundTruth: string;
declare const tokenizerJson: string;
declare const tokenizerConfig: string;
declare const layout: { readonly offsets: readonly number[]; readonly responseMask: readonly number[] };
declare const logprobs: Float32Array;
declare const oldLogprobs: Float32Array;
declare const logRatios: Float32Array;
declare const advantages: Float64Array;
declare const entropies: Float32Array;
declare const metrics: readonly import('../../src/report/index.js').MetricRecord[];
declare const samples: readonly import('../../src/report/index.js').RolloutSample[];
declare const reports: readonly import('../../src/index.js').LossReport[];

// Rollouts, and what makes them.
declare const rollout: Rollout;
declare const rollouts: readonly Rollout[];
declare const kept: readonly number[];
declare const batch: import('../../src/index.js').PackedBatch;
declare const policy: import('../../src/index.js').Policy;
declare const engineA: import('../../src/index.js').Policy;
declare const engineB: import('../../src/index.js').Policy;
declare const tokenizer: import('../../src/index.js').Tokenizer;
declare const tools: readonly import('../../src/index.js').Tool[];
declare const browser: import('../../src/index.js').Tool;
declare const sandbox: import('../../src/index.js').Sandbox;
declare const tasks: readonly import('../../src/rollout/index.js').RolloutTask[];
declare const accept: () => import('../../src/rollout/index.js').GroupVerdict;

// Training.
declare const learner: import('../../src/index.js').Learner;
declare const engine: import('../../src/testing/index.js').LearnerUnderTest;
declare const factory: import('../../src/tfjs/index.js').LearnerFactory;
declare const problems: readonly (import('../../src/recipe/index.js').TrainingProblem &
  import('../../src/recipe/index.js').Problem &
  import('../../src/evaluate/index.js').EvaluationProblem)[];
declare const testProblems: readonly import('../../src/recipe/index.js').Problem[];
declare const sequences: readonly import('../../src/recipe/index.js').TrainingSequence[];
declare const recipe: import('../../src/recipe/index.js').Recipe;
declare const runOptions: import('../../src/recipe/index.js').RunOptions;
declare const stepOptions: import('../../src/recipe/index.js').RlStepOptions;
declare const before: readonly import('../../src/evaluate/index.js').EvaluationRecord[];
declare const after: readonly import('../../src/evaluate/index.js').EvaluationRecord[];
declare const wandb: { init(options: object): Promise<import('../../src/report/index.js').WandbRun> };

// Models and servers.
declare const base: import('../../src/tfjs/index.js').Decoder;
declare const model: import('../../src/tfjs/index.js').Decoder;
declare const config: import('../../src/tfjs/index.js').DecoderConfig;
declare const hidden: import('@tensorflow/tfjs-core').Tensor2D;
declare const weight: import('@tensorflow/tfjs-core').Tensor2D;
declare const client: import('../../src/tinker/index.js').TinkerClient;
