import { describe, expect, it } from 'vitest';
import {
  PolicyError,
  Random,
  type Learner,
  type PackedBatch,
  type PolicySnapshot,
} from '../../../../src/base/index.js';
import { createStepSampler, rlStep, RunError, type StepSamplerOptions } from '../../../../src/recipe/index.js';
import { SamplingLimitError } from '../../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../../src/testing/index.js';
import { gate, randomTicks } from '../../rollout/sampled-groups.js';
import { callText, scriptedTool } from '../../rollout/conversation.js';
import { characters, createFakeLearner, problemsNamed } from '../fake-learner.js';

const shared = {
  ...{ seed: 'seed', tokenizer: characters, groupSize: 2, sampling: { maxTokens: 200 }, maxTokensPerPass: 2000 },
};
const problems = problemsNamed('p', 10);
const sampler = (over: Partial<StepSamplerOptions> = {}) =>
  createStepSampler(problems, { promptsPerStep: 3, seed: 'prompts', ...over });

/** Counts the snapshots of a learner; `wrap` changes each. */
function counted(learner: Learner, wrap = (snapshot: PolicySnapshot) => snapshot) {
  const open = { now: 0, most: 0 };
  return {
    open,
    learner: {
      ...learner,
      policy: async (...call: Parameters<Learner['policy']>) => {
        const snapshot = await learner.policy(...call);
        open.most = Math.max(open.most, ++open.now);
        return wrap({
          ...snapshot,
          close: async () => {
            open.now--;
            await snapshot.close();
          },
        });
      },
    } satisfies Learner,
  };
}

describe('dynamic sampling in a step', () => {
  it('learns from as many groups with a signal as it wants, and says what that took', async () => {
    const { learner, open } = counted(createFakeLearner({ skill: 0.8 }));
    const source = sampler({ dynamicSampling: {} });
    const names: string[] = [];
    for (const step of [1, 2, 3]) {
      const { record, samples } = await rlStep(learner, source, { ...shared, step });
      const groups = [...new Set(samples.map(({ rollout }) => rollout.groupId))];
      const rejected = Number(record['sampling/rejected_groups']);
      expect(record).toMatchObject({
        'train/num_gen_batches': Math.ceil(groups.length / 3),
        'sampling/prompts': groups.length,
        'sampling/accepted_groups': 3,
        'sampling/rejected_groups/failed': 0,
        'sampling/cut_rollouts': 0,
        trainedRollouts: 6,
      });
      expect(rejected).toBe(groups.length - 3);
      expect(
        Number(record['sampling/rejected_groups/solved']) + Number(record['sampling/rejected_groups/unsolved']),
      ).toBe(rejected);
      expect(record['rejected']).toBeCloseTo(rejected / groups.length, 12);
      const kept = samples.filter((sample) => sample.kept).map(({ rollout }) => rollout.groupId);
      expect(new Set(kept).size).toBe(3);
      expect(samples.some(({ reason }) => reason === 'dropped: its group is solved')).toBe(rejected > 0);
      expect('async/staleness_mean' in record).toBe(false);
      names.push(...groups);
    }
    expect(names.length).toBeGreaterThan(9);
    // Each problem once an epoch, whatever the steps took.
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(names.slice(0, 10)).size).toBe(10);
    expect(names.slice(0, 10).every((name) => !name.includes('#'))).toBe(true);
    expect(names.slice(10).every((name) => /#\d+$/.test(name))).toBe(true);
    expect(open).toEqual({ now: 0, most: 1 });
  });

  it('goes on where earlier steps have used so many prompts', async () => {
    const run = async (source: ReturnType<typeof sampler>, steps: readonly number[]) => {
      const records: object[] = [];
      for (const step of steps) {
        const { record, samples } = await rlStep(createFakeLearner({ skill: 0.6 }), source, { ...shared, step });
        const clockless = Object.entries(record).filter(([name]) => !/second/i.test(name));
        records.push({ ...Object.fromEntries(clockless), ids: samples.map(({ rollout }) => rollout.id) });
      }
      return records;
    };
    const whole = await run(sampler({ dynamicSampling: {} }), [1, 2, 3, 4]);
    const usedPrompts = whole
      .slice(0, 2)
      .reduce((sum, record) => sum + Number((record as Record<string, unknown>)['sampling/prompts']), 0);
    expect(await run(sampler({ dynamicSampling: {}, usedPrompts }), [3, 4])).toEqual(whole.slice(2));
  });

  it('ends at its limit with an error and nothing learnt, or learns from what there is', async () => {
    const calls: string[] = [];
    const { learner, open } = counted(createFakeLearner({ skill: 1 }, { calls }));
    const failed = rlStep(learner, sampler({ dynamicSampling: { maxBatches: 2 } }), { ...shared, step: 1 });
    await expect(failed).rejects.toThrow(SamplingLimitError);
    await expect(failed).rejects.toThrow('got 0 of the 6 that options.maxBatches allows; rejected: 6 solved');
    expect([calls, open.now]).toEqual([[], 0]);
    const dynamicSampling = { maxBatches: 2, atLimit: 'train' } as const;
    const { record } = await rlStep(learner, sampler({ dynamicSampling }), { ...shared, step: 1 });
    expect(record).toMatchObject({
      'sampling/accepted_groups': 0,
      'sampling/prompts': 6,
      trainedRollouts: 0,
      rejected: 1,
    });
  });

  it('replaces groups that the machine broke; without it they end the step', async () => {
    const breaking = (snapshot: PolicySnapshot): PolicySnapshot => ({
      ...snapshot,
      generate: (request, call) =>
        request.sampling.seed!.toString().includes('/p-1/')
          ? Promise.reject(new PolicyError('the engine is gone'))
          : snapshot.generate(request, call),
    });
    const { learner, open } = counted(createFakeLearner({ skill: 0.5 }), breaking);
    const all = { promptsPerStep: 6, order: 'given' } as const;
    const source = createStepSampler(problems, { ...all, seed: 's', dynamicSampling: {} });
    const { record } = await rlStep(learner, source, { ...shared, step: 1 });
    expect(record).toMatchObject({
      'sampling/accepted_groups': 6,
      'sampling/rejected_groups/failed': 1,
      'sampling/failed_rollouts': 4,
    });
    const plain = createStepSampler(problems, { ...all, seed: 's', overProvision: 0 });
    await expect(rlStep(learner, plain, { ...shared, step: 1 })).rejects.toThrow(
      'got 5 of the 6 that options.maxBatches allows; rejected: 1 failed; rollout p-1/0 failed: the engine is gone',
    );
    expect(open.now).toBe(0);
  });

  it('says why where nothing could be judged', async () => {
    const reward = () => ({ kind: 'undecided', reason: 'no tests' }) as const;
    const options = { ...shared, step: 1, reward };
    await expect(rlStep(createFakeLearner(), sampler({ overProvision: 1 }), options)).rejects.toThrow(RunError);
    await expect(rlStep(createFakeLearner(), sampler({ overProvision: 1 }), options)).rejects.toThrow(
      'of the first: no tests',
    );
    await expect(rlStep(createFakeLearner(), sampler({ dynamicSampling: {} }), options)).rejects.toThrow(
      /30 undecided; of the first undecided one: no tests/,
    );
  });

  it('counts what over-provisioned groups cut, and the tokens that were for nothing', async () => {
    const { record, samples } = await rlStep(createFakeLearner({ skill: 0.5 }), sampler({ overProvision: 3 }), {
      ...shared,
      step: 1,
    });
    expect(samples).toHaveLength(3 * 4);
    expect(record['sampling/cut_rollouts']).toBe(9);
    expect(record['sampling/cut_tokens']).toBeLessThanOrEqual(Number(record['sampling/discarded_tokens']));
  });

  it('refuses options that it does not know', () => {
    expect(() => sampler({ dynamicSampling: { maxBatches: 0 } })).toThrow(
      'options.dynamicSampling.maxBatches: expected',
    );
    expect(() => sampler({ asynchronous: { stepsOffPolicy: -1 } })).toThrow(
      'options.asynchronous.stepsOffPolicy: expected',
    );
    expect(() => createStepSampler([], { promptsPerStep: 1, seed: 's' })).toThrow('items: expected at least one');
  });
});

describe('asynchronous sampling', () => {
  it('draws a step ahead by older weights, says how old, and comes to rest where it is told to', async () => {
    const { learner, open } = counted(createFakeLearner({ skill: 0.5 }));
    const source = sampler({ asynchronous: { stepsOffPolicy: 1 }, restsAfter: (step) => step === 3 });
    const most: unknown[] = [];
    for (const step of [1, 2, 3, 4, 5]) {
      const { record } = await rlStep(learner, source, { ...shared, step, oversampling: 4 });
      most.push(record['async/staleness_max']);
      expect(record['async/staleness_mean']).toBeLessThanOrEqual(Number(record['async/staleness_max']));
      expect(record['rollout_corr/rollout_is_mean']).toBeDefined();
      if (step === 3) expect(open.now).toBe(0);
    }
    expect(most).toEqual([0, 1, 1, 0, 1]);
    await source.close();
    expect(open.now).toBe(0);
  });

  it('has a rollout in flight go on with newer weights; the correction weighs what older ones drew', async () => {
    const update = gate();
    // Two turns a rollout; those of the second step's groups wait in their tool until the first step has been learnt from.
    const tool = scriptedTool(async (_, { sessionId }) => {
      if (!/\/p-[012]\//.test(sessionId)) await update.opened;
      return { kind: 'ok', text: 'out', durationMs: 1 };
    });
    const scripted = (snapshot: PolicySnapshot): PolicySnapshot => {
      const policy = createScriptedPolicy({
        tokenizer: characters,
        logprob: -1 - Number(snapshot.weightVersion),
        script: ({ context, request }) => {
          if (!context.includes('out')) return callText('python', {});
          const right = new Random(`${request.sampling.seed}`).next() < 0.5;
          return `\\boxed{${right ? /What is (\d+)\?/.exec(context)![1]! : 'x'}}`;
        },
      });
      return { ...snapshot, generate: (...call) => policy.generate(...call) };
    };
    const seen: PackedBatch[] = [];
    const fake = createFakeLearner({ skill: 0.5 });
    const trained: Learner = {
      ...fake,
      logprobs: (batch) => Promise.resolve(new Float32Array(batch.tokens.length).fill(-1.5)),
      forwardBackward: (batch, ...rest) => {
        seen.push(batch);
        return fake.forwardBackward(batch, ...rest);
      },
    };
    const { learner, open } = counted(trained, scripted);
    const source = sampler({ asynchronous: { stepsOffPolicy: 1 }, order: 'given' });
    const options = { ...shared, oversampling: 4, tools: [tool] };
    const first = await rlStep(learner, source, { ...options, step: 1 });
    expect(first.record).toMatchObject({ 'async/staleness_max': 0, 'fully_async/partial/total_partial_num': 0 });
    setTimeout(update.open, 2);
    const { record, samples } = await rlStep(learner, source, { ...options, step: 2 });
    expect(record).toMatchObject({
      'async/staleness_max': 1,
      'async/staleness_ratio': 1,
      'fully_async/partial/total_partial_num': 24,
      'fully_async/partial/partial_ratio': 1,
      'fully_async/partial/max_partial_span': 1,
    });
    for (const { rollout } of samples)
      expect(rollout.tokens!.weightVersions!.map(({ version }) => version)).toEqual(['0', '1']);
    // Ratios are taken to the trainer's logprobs; e^(train − drawn) weighs a token: −1.5 against −1 of version 0, and −2 of version 1.
    const batch = seen.at(-1)!;
    const counts = (t: number) => batch.responseMask[t] === 1;
    const weights = new Set(batch.rolloutWeights!.filter((_, t) => counts(t)));
    expect([...weights].sort()).toEqual([Math.exp(-0.5), Math.exp(0.5)].map(Math.fround));
    expect(new Set(batch.oldLogprobs.filter((_, t) => counts(t)))).toEqual(new Set([-1.5]));
    await source.close();
    expect(open.now).toBe(0);
  });

  it('is never further behind than it may be, and uses the same prompts, whatever the timing', async () => {
    for (const stepsOffPolicy of [1, 2, 3]) {
      const orders = [];
      for (const timing of ['a', 'b', 'c']) {
        const delays = new Random(timing);
        const slow = (snapshot: PolicySnapshot): PolicySnapshot => ({
          ...snapshot,
          async generate(...call) {
            await randomTicks(delays);
            return snapshot.generate(...call);
          },
        });
        const fake = createFakeLearner({ skill: 0.5 });
        const { learner, open } = counted(
          {
            ...fake,
            async optimizerStep(...call) {
              for (let i = 0; i < 4; i++) await randomTicks(delays);
              return fake.optimizerStep(...call);
            },
          },
          slow,
        );
        const source = sampler({ asynchronous: { stepsOffPolicy } });
        const names: string[] = [];
        for (const step of [1, 2, 3, 4, 5, 6]) {
          const { record, samples } = await rlStep(learner, source, { ...shared, step });
          expect(Number(record['async/staleness_max'])).toBeLessThanOrEqual(stepsOffPolicy);
          names.push(...new Set(samples.map(({ rollout }) => rollout.groupId)));
        }
        await source.close();
        expect(open.now).toBe(0);
        orders.push(names);
      }
      expect(orders[1]).toEqual(orders[0]);
      expect(orders[2]).toEqual(orders[0]);
      expect(new Set(orders[0]).size).toBe(18);
    }
  });

  it('ends what is under way when it is closed while the learner learns', async () => {
    const { opened } = gate();
    let isStuck = false;
    const { learner, open } = counted(createFakeLearner({ skill: 0.5 }), (snapshot) => ({
      ...snapshot,
      generate: async (...call) => {
        if (isStuck) await opened;
        return snapshot.generate(...call);
      },
    }));
    const source = sampler({ asynchronous: { stepsOffPolicy: 2 } });
    await rlStep(learner, source, { ...shared, step: 1 });
    isStuck = true;
    const stuck = source.take(learner, { ...shared, step: 2 });
    const refused = stuck.then(
      () => undefined,
      (error: Error) => error.message,
    );
    await new Promise((resolve) => setTimeout(resolve, 2));
    await source.close();
    expect([undefined, 'the group sampler is closed']).toContain(await refused);
    await source.close();
    expect(open.now).toBe(0);
  });

  it('holds no weights and no session when it is aborted, at any moment', async () => {
    let isThrough = false;
    let moments = 0;
    for (let ticks = 0; !isThrough; ticks += 5, moments++) {
      const controller = new AbortController();
      const { signal } = controller;
      const [begun, ended] = [new Set<string>(), new Set<string>()];
      const { learner, open } = counted(createFakeLearner({ skill: 0.5 }), (snapshot) => ({
        ...snapshot,
        generate: (request, call) => {
          begun.add(request.sessionId!);
          return snapshot.generate(request, call);
        },
        endSession: (name) => void ended.add(name),
      }));
      const source = sampler({ asynchronous: { stepsOffPolicy: 2 }, dynamicSampling: {} });
      const run = (async () => {
        for (const step of [1, 2, 3]) await rlStep(learner, source, { ...shared, step, signal });
      })().catch((error: unknown) => error);
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      controller.abort(new Error('enough of it'));
      const ending = await run;
      expect([undefined, signal.reason]).toContain(ending);
      isThrough = ending === undefined;
      await source.close();
      expect(open.now).toBe(0);
      expect([...begun].filter((name) => !ended.has(name))).toEqual([]);
    }
    expect(moments).toBeGreaterThan(10);
  });
});
