import { context as contexts } from '@opentelemetry/api';
import { describe, expect, it } from 'vitest';
import { PolicyError, type PackedBatch } from '../../../../src/base/index.js';
import { grpo } from '../../../../src/objective/index.js';
import { createStepSampler, evaluateHeldOut, rlStep, type RlStepOptions } from '../../../../src/recipe/index.js';
import type { Environment } from '../../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../../src/testing/index.js';
import { named, recordSpans, stepOf, within } from '../../recorded-spans.js';
import { characters, createFakeLearner, problemsNamed } from '../fake-learner.js';

const exporter = recordSpans();

const options: RlStepOptions = {
  step: 3,
  seed: 'seed',
  tokenizer: characters,
  groupSize: 4,
  sampling: { maxTokens: 40 },
  maxTokensPerPass: 1000,
};

describe('a step of RL', () => {
  it('goes the whole journey and says what became of every rollout', async () => {
    const calls: string[] = [];
    const { record, samples } = await rlStep(createFakeLearner({ skill: 0.5 }, { calls }), problemsNamed('p', 3), {
      ...options,
      miniBatches: 2,
      optimizer: (update) => ({ learningRate: update / 100 }),
    });
    expect(samples).toHaveLength(3 * 8);
    expect(new Set(samples.map(({ rollout }) => rollout.id)).size).toBe(24);
    expect(record).toMatchObject({ step: 3, stage: 'rl', undecided: 0, truncation: 0, toolCalls: 0 });
    expect(record['reward']).toBeCloseTo(samples.filter(({ rollout }) => rollout.reward === 1).length / 24, 12);
    const kept = samples.filter((sample) => sample.kept);
    expect(record['trainedRollouts']).toBe(kept.length);
    for (const { advantage, penalties, groundTruth } of kept)
      expect([Number.isFinite(advantage), penalties!.total >= 0, typeof groundTruth]).toEqual([true, true, 'string']);
    expect(calls.filter((call) => call.startsWith('optimizerStep'))).toEqual([
      'optimizerStep 0.01',
      'optimizerStep 0.02',
    ]);
    expect(record['learningRate']).toBeCloseTo(0.015, 12);
  });

  it('refuses, before any work, options that it does not know and passes that hold no sequence', async () => {
    const calls: string[] = [];
    const step = (over: object) =>
      rlStep(createFakeLearner({}, { calls }), problemsNamed('p', 3), { ...options, ...over });
    await expect(step({ groupsize: 4 })).rejects.toThrow('options: unknown option "groupsize"');
    await expect(step({ groupSize: 0 })).rejects.toThrow('options.groupSize: expected');
    expect(calls).toEqual([]);
    await expect(step({ maxTokensPerPass: 3 })).rejects.toThrow(
      /options\.maxTokensPerPass: expected at least \d+ \(longest/,
    );
  });

  it.each<[object, string]>([
    [{ selection: { strategi: 'paper' } }, 'options.selection: unknown option "strategi"'],
    [
      { selection: { strategy: 'uniform', penaltyFloor: 0.1 } },
      "options.selection.penaltyFloor: cannot be used with strategy 'uniform'",
    ],
    [
      { selection: { minimumNegatives: 3, minimumPositives: 2 } },
      'options.selection: expected minimums that sum to at most groupSize (4)',
    ],
    [{ selection: { advantage: { epsilon: -1 } } }, 'options.selection.advantage.epsilon: expected'],
    [{ objective: { loss: { kind: 'clipp' } } }, 'options.objective.loss.kind: expected'],
    [{ objective: { ...grpo(), offPolicyMask: {} } }, 'options.objective.offPolicyMask.threshold: expected'],
    [{ rolloutCorrection: { weight: { level: 'token' } } }, 'options.rolloutCorrection: unknown option "weight"'],
    [
      { rolloutCorrection: { weights: { level: 'token', lower: 3 } } },
      'options.rolloutCorrection.weights.lower: expected at most 2',
    ],
    [
      { objective: { ...grpo(), kl: { kind: 'k3', coefficient: 0.1 } } },
      'options.referenceLogprobs: expected a function: the objective has a KL term, but the learner did not keep its starting weights',
    ],
    [
      { sampling: { maxTokens: 40, temperature: 0.5 } },
      'options.sampling.temperature: expected 1 (what this learner can do), got 0.5',
    ],
  ])('refuses, before any rollout, %j', async (over, message) => {
    const learner = createFakeLearner();
    const capabilities = { ...learner.capabilities, reference: false, temperature: false };
    const policy = () => Promise.reject(new Error('a policy was asked for'));
    await expect(
      rlStep({ ...learner, capabilities, policy }, problemsNamed('p', 1), { ...options, ...over }),
    ).rejects.toThrow(message);
  });

  it('measures how far trainer and sampler are apart where it is asked to, and corrects where it is told how', async () => {
    const seen: PackedBatch[] = [];
    const step = (over: Partial<RlStepOptions>) => {
      const learner = createFakeLearner({ skill: 0.5 });
      const add = learner.forwardBackward.bind(learner);
      learner.forwardBackward = (batch, ...rest) => (seen.push(batch), add(batch, ...rest));
      return rlStep(learner, problemsNamed('p', 3), { ...options, ...over });
    };
    const name = 'training/rollout_probs_diff_mean';
    expect((await step({})).record[name]).toBeUndefined();
    expect(Number.isFinite((await step({ rolloutCorrection: {} })).record[name])).toBe(true);
    expect(seen.every(({ rolloutWeights }) => rolloutWeights === undefined)).toBe(true);
    await step({ rolloutCorrection: { weights: { level: 'token' } } });
    expect(seen.at(-1)!.rolloutWeights).toBeDefined();
  });

  it('says how many tokens the off-policy mask took', async () => {
    const name = 'actor/off_policy_masked_fraction';
    const learner = createFakeLearner({ skill: 0.5 });
    const add = learner.forwardBackward.bind(learner);
    const taken = [0.25, 0.75];
    learner.forwardBackward = async (...call) => {
      const report = await add(...call);
      return { ...report, metrics: { ...report.metrics, tokens: 1, [name]: taken.shift()! } };
    };
    const objective = { ...grpo(), offPolicyMask: { threshold: 0.5 } };
    const { record } = await rlStep(learner, problemsNamed('p', 3), { ...options, objective, miniBatches: 2 });
    expect(record[name]).toBeCloseTo(0.5, 12);
    expect((await rlStep(createFakeLearner(), problemsNamed('p', 3), options)).record).not.toHaveProperty([name]);
  });

  it('draws by the seed and the step alone', async () => {
    const ids = async (over: Partial<RlStepOptions>) => {
      const { samples } = await rlStep(createFakeLearner({ skill: 0.5 }), problemsNamed('p', 3), {
        ...options,
        ...over,
      });
      return samples.map(({ rollout, kept }) => `${rollout.turns[0]!.text} ${kept}`).join();
    };
    expect(await ids({})).toBe(await ids({}));
    expect(await ids({})).not.toBe(await ids({ step: 4 }));
  });

  it('learns nothing from groups that are all right, and takes no optimizer step', async () => {
    const calls: string[] = [];
    const { record } = await rlStep(createFakeLearner({ skill: 1 }, { calls }), problemsNamed('p', 2), options);
    expect(record).toMatchObject({ reward: 1, rejected: 1, solvedGroups: 1, unsolvedGroups: 0, trainedRollouts: 0 });
    expect([calls, 'loss' in record]).toEqual([[], false]);
  });

  it('rolls a problem that comes twice out as two groups', async () => {
    const [problem] = problemsNamed('p', 1);
    const { samples } = await rlStep(createFakeLearner({ skill: 0.5 }), [problem!, problem!], options);
    expect(new Set(samples.map(({ rollout }) => rollout.groupId))).toEqual(new Set(['p-0', 'p-0#2']));
  });

  it('says why where no rollout could be judged', async () => {
    const reward = () => ({ kind: 'undecided', reason: 'no tests' }) as const;
    await expect(rlStep(createFakeLearner(), problemsNamed('p', 1), { ...options, reward })).rejects.toThrow(
      'none of 8 rollouts could be judged; reason of the first: no tests',
    );
  });

  it('has its rollouts as spans, in the one that it is taken in, where they are asked for', async () => {
    const step = (over: Partial<RlStepOptions>) =>
      rlStep(createFakeLearner({ skill: 0.5 }), problemsNamed('p', 2), { ...options, ...over });
    within(() => stepOf('2'));
    const { samples } = await step({ tracing: { model: 'fake' } }).finally(() => contexts.disable());
    const agents = named(exporter.getFinishedSpans(), 'invoke_agent');
    expect(agents.map(({ attributes }) => attributes['rstar2.rollout.id']).sort()).toEqual(
      samples.map(({ rollout }) => rollout.id).sort(),
    );
    expect(new Set(agents.map(({ parentSpanContext }) => parentSpanContext?.spanId))).toEqual(
      new Set(['2'.repeat(16)]),
    );
    expect(named(exporter.getFinishedSpans(), 'chat fake')).toHaveLength(16);
    exporter.reset();
    await step({});
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('learns in an environment, by the rewards that it gives', async () => {
    const problems = problemsNamed('p', 3).map(({ id, prompt }) => ({ id, prompt }));
    const environment: Environment = {
      respond: ({ text }) => Promise.resolve({ kind: 'end', reward: text.includes('{x}') ? -1 : 3 }),
    };
    const step = (over: Partial<RlStepOptions> = {}) =>
      rlStep(createFakeLearner({ skill: 0.5 }), problems, { ...options, environment, ...over });
    const { record, samples } = await step();
    expect(
      samples.every(({ rollout: { turns, reward } }) => reward === (turns[0]!.text.includes('{x}') ? -1 : 3)),
    ).toBe(true);
    expect(record['trainedRollouts']).toBeGreaterThan(0);
    const judged = await step({ reward: () => 7 });
    expect(judged.samples.every(({ rollout }) => rollout.reward === 7)).toBe(true);
  });

  it.each([
    ['of the step itself', false],
    ['of a sampler', true],
  ])('counts as a negative what its environment never rewarded, in rollouts %s', async (_, sampled) => {
    const problems = problemsNamed('p', 3).map(({ id, prompt }) => ({ id, prompt }));
    const environment: Environment = {
      respond: ({ text }) =>
        Promise.resolve(text.includes('{x}') ? { kind: 'message', text: 'What is 1?' } : { kind: 'end', reward: 1 }),
    };
    const source = sampled ? createStepSampler(problems, { promptsPerStep: 3, seed: 'seed' }) : problems;
    const { record, samples } = await rlStep(createFakeLearner({ skill: 0.5 }), source, {
      ...{ ...options, environment },
      sampling: { maxTokens: 400, maxTurns: 1 },
    });
    const ends = samples.map(({ rollout }) => `${rollout.finishReason} ${rollout.reward}`);
    expect(new Set(ends)).toEqual(new Set(['stop 1', 'max-turns 0']));
    expect(record).toMatchObject({ undecided: 0 });
    expect(record['trainedRollouts']).toBeGreaterThan(0);
  });

  it('asks no ground truth of problems whose environment rewards nobody', async () => {
    const problems = problemsNamed('p', 2).map(({ id, prompt }) => ({ id, prompt }));
    const environment: Environment = { respond: () => Promise.resolve({ kind: 'nothing' }) };
    const of = { ...options, environment };
    expect((await rlStep(createFakeLearner(), problems, of)).record).toMatchObject({ reward: 0, undecided: 0 });
    const measured = {
      step: 1,
      seed: 'seed',
      tokenizer: characters,
      sampling: { maxTokens: 40 },
      environment,
      samples: 2,
    };
    const policy = await createFakeLearner().policy();
    expect(await evaluateHeldOut(policy, problems, measured)).toMatchObject({ passAt1: 0, undecided: 0 });
  });

  it('is over where a turn takes longer than it may', async () => {
    const hangs = { ...createScriptedPolicy({ tokenizer: characters, script: ['x'] }), weightVersion: '0' };
    const policy = () =>
      Promise.resolve({
        ...hangs,
        generate: () => new Promise<never>(() => undefined),
        close: () => Promise.resolve(),
      });
    const sampling = { maxTokens: 40, turnTimeoutMs: 5 };
    await expect(
      rlStep({ ...createFakeLearner(), policy }, problemsNamed('p', 1), { ...options, sampling }),
    ).rejects.toThrow(/rollout p-0\/\d failed: turn 1: not done within 5 ms/);
  });

  it('learns from no part of its rollouts where the machine broke one', async () => {
    const calls: string[] = [];
    const learner = createFakeLearner({}, { calls });
    const broken = createScriptedPolicy({
      tokenizer: characters,
      script: () => {
        throw new PolicyError('the engine is gone');
      },
    });
    const policy = () => Promise.resolve({ ...broken, weightVersion: '0', close: () => Promise.resolve() });
    await expect(rlStep({ ...learner, policy }, problemsNamed('p', 1), options)).rejects.toThrow(
      /rollout p-0\/\d failed: the engine is gone/,
    );
    expect(calls).toEqual([]);
  });
});
