/**
 * What the examples of the reference take as given, under the names that they have for it: what a reader has made before. Every export is
 * one of these; an example of another tensor, of another server, makes it itself.
 */
import * as tensorflow from '@tensorflow/tfjs-core';
import { readFileSync } from 'node:fs';
import {
  groupAdvantages,
  grpoRoc,
  packRollouts,
  Random,
  type Learner,
  type LossReport,
  type PackedBatch,
  type Policy,
  type Rollout,
  type Sandbox,
  type Tokenizer,
  type Tool,
} from 'rstar2-agent';
import { evaluate, evaluationRecords, type EvaluationRecord } from 'rstar2-agent/evaluate';
import {
  parseRecipe,
  rewardRollouts,
  rollOut,
  runRecipe,
  type Problem,
  type Recipe,
  type RlStepOptions,
  type RunOptions,
  type TrainingSequence,
} from 'rstar2-agent/recipe';
import { readRolloutSamples, type MetricRecord, type RolloutSample, type WandbRun } from 'rstar2-agent/report';
import { mathReward, scoreRollouts } from 'rstar2-agent/reward';
import { loadTokenizer, type GroupVerdict, type RolloutTask } from 'rstar2-agent/rollout';
import { createLocalSandbox } from 'rstar2-agent/sandbox';
import { createScriptedPolicy, type LearnerUnderTest } from 'rstar2-agent/testing';
import {
  createAdapter,
  createDecoder,
  createSampler,
  createTfjsLearner,
  createTfjsLearnerFactory,
  decoderConfig,
  loadModel,
  saveAdapter,
  selectBackend,
  type Decoder,
  type DecoderConfig,
  type LearnerFactory,
} from 'rstar2-agent/tfjs';
import { createTinkerClient, createTinkerServer, probeTinkerServer, type TinkerClient } from 'rstar2-agent/tinker';
import { writeTinyModel } from '../fixtures/tiny-model.js';
import { atEnd, made } from './made.js';

// Of Node and of packages.
export { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
export * as fc from 'fast-check';
export * as z from 'zod';
export const tf = tensorflow;
/** A test runner's. The cases run after the example, one after the other. */
export const it = (name: string, run: () => Promise<void>): void => void cases.push({ name, run });
it.cases = [] as { readonly name: string; readonly run: () => Promise<void> }[];
const { cases } = it;

// Texts and numbers: a sequence of two tokens.
export const response = 'The answer is \\boxed{42}.';
export const groundTruth = '42';
export const layout = { offsets: [0, 2], responseMask: [1, 1] };
export const logprobs = Float32Array.of(-1, -0.5);
export const oldLogprobs = Float32Array.of(-1.25, -0.5);
export const logRatios = Float32Array.of(0.25, 0);
export const advantages = Float64Array.of(1, -1);

// A model of random weights.
const PHRASES = ['user', 'assistant', 'What is ', ' times ', '<answer>', '</answer>', '\\boxed{'];
await writeTinyModel(made('model'), PHRASES);
await selectBackend({ backend: 'wasm' });
export const tokenizerJson = readFileSync(made('model/tokenizer.json'), 'utf8');
export const tokenizerConfig = readFileSync(made('model/tokenizer_config.json'), 'utf8');
export const tokenizer: Tokenizer = await loadTokenizer(made('model'));
export const model: Decoder = await loadModel(made('model'));
export const base: Decoder = await loadModel(made('model'));
export const config: DecoderConfig = model.config;
await saveAdapter(made('adapter'), createAdapter(base, { rank: 8 }));
export const hidden = tf.ones<tensorflow.Rank.R2>([3, 4]);
export const weight = tf.ones<tensorflow.Rank.R2>([8, 4]);

// Problems, and who solves half of them.
export const problems: readonly Problem[] = problemsFrom('train', 6, 16);
export const testProblems: readonly Problem[] = problemsFrom('test', 60, 4);
export const policy: Policy = createScriptedPolicy({
  tokenizer,
  script({ context, request }) {
    const [, one = 6, other = 7] = /What is (\d+) times (\d+)/.exec(context) ?? [];
    const isRight = new Random(`${request.sampling.seed}`).next() < 0.5;
    return `<answer>\\boxed{${Number(one) * Number(other) + (isRight ? 0 : 1)}}</answer>`;
  },
});
export const engineA: Policy = createScriptedPolicy({ tokenizer, script: ['<answer>\\boxed{42}</answer>'] });
export const engineB: Policy = createScriptedPolicy({ tokenizer, script: ['<answer>\\boxed{42}</answer>'] });
export const browser: Tool = {
  name: 'browse',
  description: 'Shows a page.',
  parameters: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
  execute: () => Promise.resolve({ kind: 'ok', text: 'A page.' }),
};
export const tools: readonly Tool[] = [browser];
export const sandbox: Sandbox = await createLocalSandbox();
atEnd(() => sandbox.close());

// Rollouts.
export const tasks: readonly RolloutTask[] = problems.slice(0, 4).map(({ id, prompt, metadata }) => ({
  groupId: id,
  prompt,
  samples: 2,
  metadata,
}));
export const accept = (): GroupVerdict => ({ kind: 'accepted' });
export const rollouts: readonly Rollout[] = await rewardRollouts(
  await rollOut(policy, problems.slice(0, 1), { tokenizer, samples: 32, sampling: { maxTokens: 64 }, seed: 'given' }),
);
export const rollout: Rollout = rollouts[0]!;
export const entropies: Float32Array = new Float32Array(rollout.tokens!.ids.length).fill(0.5);
const few = rollouts.slice(0, 8);
export const batch: PackedBatch = packRollouts(few, { advantages: groupAdvantages(few) });

// Training.
export const learner: Learner = createTfjsLearner({ model: await loadModel(made('model')) });
export const reports: readonly LossReport[] = [await learner.forwardBackward(batch, grpoRoc())];
export const factory: LearnerFactory = createTfjsLearnerFactory({
  baseModels: { 'Qwen/Qwen3-8B': (seed) => createDecoder(config, { seed }) },
});
/** So small that a learner of it is made a hundred times in a second. */
const SMALLEST = decoderConfig({
  ...{ vocabSize: 16, hiddenSize: 8, intermediateSize: 8, numHiddenLayers: 1, maxPositionEmbeddings: 32 },
  ...{ numAttentionHeads: 1, numKeyValueHeads: 1, headDim: 8 },
});
export const engine: LearnerUnderTest = {
  factory: createTfjsLearnerFactory({
    baseModels: { small: (seed) => createDecoder(SMALLEST, { seed }) },
    maxGradientNorm: Infinity,
  }),
  model: { baseModel: 'small', seed: 1, lora: { rank: 2, targets: ['o_proj', 'down_proj'] } },
  vocabularySize: SMALLEST.vocabSize,
  checkpointLocation: (name) => `checkpoints/${name}`,
};
export const sequences: readonly TrainingSequence[] = rollouts.slice(0, 4).map(({ tokens }, place) => {
  return { place, tokens: tokens!.ids, mask: tokens!.responseMask };
});
const rl = { kind: 'rl', name: 'rl', promptsPerStep: 2, groupSize: 2, sampling: { maxTokens: 4 } } as const;
export const recipe: Recipe = parseRecipe({
  name: 'small',
  stages: [{ ...rl, optimizer: { learningRate: 1e-3 }, until: { steps: 1 } }],
  evaluation: { everySteps: 1, samples: 1 },
});
export const runOptions: RunOptions = {
  directory: 'runs/small',
  seed: '1',
  learner: () => factory.createLearner({ baseModel: 'Qwen/Qwen3-8B', seed: 1 }),
  problems: { train: problems, test: testProblems },
  tokenizer,
  maxTokensPerPass: 8192,
};
export const stepOptions: RlStepOptions = {
  ...{ step: 1, seed: 'run', tokenizer, groupSize: 2, sampling: { maxTokens: 8 }, maxTokensPerPass: 8192 },
};

// What was measured.
const run = await runRecipe(recipe, { ...runOptions, directory: made('run'), onEvent: () => undefined });
export const metrics: readonly MetricRecord[] = run.records;
export const samples: readonly RolloutSample[] = readRolloutSamples(made('run/rollouts.jsonl'));
export const before: readonly EvaluationRecord[] = evaluationRecords(
  rollouts,
  await scoreRollouts(rollouts, mathReward()),
);
export const after: readonly EvaluationRecord[] = before;
const exam = problems.slice(0, 4).map(({ id, prompt, metadata: { groundTruth } }) => ({ id, prompt, groundTruth }));
await evaluate(createSampler(model), exam, {
  ...{ tokenizer, samples: 8, maxTokens: 8, entropies: true, out: made('evaluation') },
});
export const wandb: { init(options: object): Promise<WandbRun> } = {
  init: () => Promise.resolve({ log: () => undefined, finish: () => Promise.resolve() }),
};

// A server of the Tinker API.
const served = await createTinkerServer({ factory, directory: made('served') });
atEnd(() => served.close());
export const client: TinkerClient = await createTinkerClient({ baseUrl: served.url });
atEnd(() => client.close());
// A probe takes dozens of steps: the examples find its result.
await probeTinkerServer(client, { cache: made('tinker-probes.json') });

/** Products of numbers from `first` on. */
function problemsFrom(source: string, first: number, count: number): Problem[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `${source}-${i}`,
    source,
    prompt: [{ role: 'user', content: `What is ${first + i} times 7?` }],
    metadata: { groundTruth: String((first + i) * 7) },
  }));
}
