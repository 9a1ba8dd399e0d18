import { describe, expect, it } from 'vitest';
import {
  PolicyError,
  Random,
  type Learner,
  type PackedBatch,
  type PolicySnapshot,
} from '../../../../src/base/index.js';
import { createStepSampler, rlStep, RunError } from '../../../../src/recipe/index.js';
import type { StepSamplerOptions } from '../../../../src/recipe/steps/step-sampler.js';
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
    await expect(failed).rejects.toThrow('got 0 of 6 (limit of options.maxBatches); rejected: 6 solved');
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

  it('keeps something of every group that it accepts, whatever is drawn of larger ones', async () => {
    const { learner } = counted(createFakeLearner(), (snapshot) => {
      const policy = createScriptedPolicy({
        tokenizer: characters,
        script: ({ request }) => (new Random(`${request.sampling.seed}/void`).next() < 0.6 ? 'hm' : '\\boxed{1}'),
      });
      return { ...snapshot, generate: (...call) => policy.generate(...call) };
    });
    const source = sampler({ dynamicSampling: {}, promptsPerStep: 8 });
    const options = { ...shared, selection: { voidTurns: 'reject' } as const, oversampling: 3 };
    for (const step of [1, 2, 3]) {
      const { record, samples } = await rlStep(learner, source, {
        ...{ ...options, step, reward: ({ id }) => Number(id.at(-1)) % 2 },
      });
      const kept = new Set(samples.filter((sample) => sample.kept).map(({ rollout }) => rollout.groupId));
      expect(kept.size).toBe(8);
      expect(record['sampling/accepted_groups']).toBe(8);
    }
  });

  it('has no share of rejected rollouts where the machine broke them all', async () => {
    const { learner } = counted(createFakeLearner(), (snapshot) => ({
      ...snapshot,
      generate: () => Promise.reject(new PolicyError('the engine is gone')),
    }));
    const source = sampler({ dynamicSampling: { maxBatches: 1, atLimit: 'train' } });
    const { record } = await rlStep(learner, source, { ...shared, step: 1 });
    expect(record).toMatchObject({ rejected: null, reward: null, 'sampling/rejected_groups/failed': 3 });
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
      /^rollout p-1\/0 failed: the engine is gone$/,
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
      /30 undecided; reason of the first undecided one: no tests/,
    );
  });

  it('counts what over-provisioned groups cut, and the tokens that were for nothing', async () => {
    const { record, samples } = await rlStep(createFakeLearner({ skill: 0.5 }), sampler({ overProvision: 3 }), {
      ...shared,
      step: 1,
    });
    expect(samples).toHaveLength(3 * 4);
    expect(record['sampling/cut_rollouts']).toBe(9);
    // All end at once: what was cut had written its answer, `\\boxed{N}` or `\\boxed{x}` and the end of the turn.
    expect(record['sampling/cut_tokens']).toBe(9 * 10);
    expect(record['sampling/discarded_tokens']).toBe(9 * 10);
  });

  it('refuses options that it does not know', () => {
    expect(() => sampler({ dynamicSampling: { maxBatches: 0 } })).toThrow(
      'options.dynamicSampling.maxBatches: expected',
    );
    expect(() => sampler({ asynchronous: { stepsOffPolicy: -1 } })).toThrow(
      'options.asynchronous.stepsOffPolicy: expected',
    );
    expect(() => createStepSampler([], { promptsPerStep: 1, seed: 's' })).toThrow('problems: expected at least one');
    expect(() => createStepSampler([...problems, problems[3]!], { promptsPerStep: 1, seed: 's' })).toThrow(
      'problems: expected each id once, got p-3 twice',
    );
  });
});

describe('a sampler whose step fails', () => {
  const idsOf = ({ rollouts }: { readonly rollouts: readonly { readonly groupId: string }[] }) => [
    ...new Set(rollouts.map(({ groupId }) => groupId)),
  ];

  it.each<[string, Partial<StepSamplerOptions>]>([
    ['of unjudged rollouts', {}],
    ['at its limit', { dynamicSampling: { maxBatches: 1 } }],
  ])('has ended all that was under way, and begins anew with the same prompts: %s', async (_, over) => {
    const { learner, open } = counted(createFakeLearner({ skill: 0.5 }));
    const source = sampler({ asynchronous: { stepsOffPolicy: 2 }, order: 'given', ...over });
    const undecided = () => ({ kind: 'undecided', reason: 'no tests' }) as const;
    await expect(source.take(learner, { ...shared, step: 1, reward: undecided })).rejects.toThrow('no tests');
    expect(open.now).toBe(0);
    const taken = await source.take(learner, { ...shared, step: 1, reward: ({ id }) => Number(id.at(-1)) % 2 });
    expect(idsOf(taken)).toEqual(['p-0', 'p-1', 'p-2']);
    await source.close();
    expect(open.now).toBe(0);
  });

  it("ends with the latest step's signal, whichever it was opened with", async () => {
    const { opened, open: unstick } = gate();
    const { learner, open } = counted(createFakeLearner({ skill: 0.5 }), (snapshot) => ({
      ...snapshot,
      generate: async (request, call) => {
        if (!/\/p-[012]\//.test(request.sessionId!)) await opened;
        return snapshot.generate(request, call);
      },
    }));
    const source = sampler({ asynchronous: { stepsOffPolicy: 1 }, order: 'given' });
    const [first, second, third] = [1, 2, 3].map(() => new AbortController());
    await source.take(learner, { ...shared, step: 1, signal: first!.signal });
    const stuck = source.take(learner, { ...shared, step: 2, signal: second!.signal });
    const refused = expect(stuck).rejects.toThrow('the second');
    // The first step is over: its signal ends nothing any more.
    await new Promise((resolve) => setTimeout(resolve, 1));
    first!.abort(new Error('the first'));
    second!.abort(new Error('the second'));
    await refused;
    expect(open.now).toBe(0);
    unstick();
    await source.take(learner, { ...shared, step: 2, signal: third!.signal });
    third!.abort(new Error('the third'));
    // Aborted between two steps: what was under way is over, and the next begins anew.
    expect(idsOf(await source.take(learner, { ...shared, step: 3 }))).toEqual(['p-6', 'p-7', 'p-8']);
    await source.close();
    expect(open.now).toBe(0);
  });

  it('keeps a step whose weights fail to close, and tells when it is closed', async () => {
    const { learner } = counted(createFakeLearner({ skill: 0.5 }), (snapshot) => ({
      ...snapshot,
      close: () => Promise.reject(new Error('the weights are stuck')),
    }));
    const source = sampler({ overProvision: 1 });
    expect((await rlStep(learner, source, { ...shared, step: 1 })).record['sampling/prompts']).toBe(3);
    await expect(source.close()).rejects.toThrow('the weights are stuck');
    await source.close();
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

  it('is never further behind where steps end at their limit and learn from what there is', async () => {
    for (const stepsOffPolicy of [1, 2])
      for (const timing of ['a', 'b', 'c']) {
        const delays = new Random(timing);
        const { learner } = counted(createFakeLearner({ skill: 0.6 }), (snapshot) => ({
          ...snapshot,
          async generate(...call) {
            await randomTicks(delays);
            return snapshot.generate(...call);
          },
        }));
        const dynamicSampling = { maxBatches: 2, atLimit: 'train' } as const;
        const source = sampler({ asynchronous: { stepsOffPolicy }, dynamicSampling, promptsPerStep: 2 });
        let short = 0;
        for (let step = 1; step <= 20; step++) {
          const { record } = await rlStep(learner, source, { ...shared, step, oversampling: 1 });
          if (Number(record['sampling/accepted_groups']) < 2) short++;
          expect(Number(record['async/staleness_max'])).toBeLessThanOrEqual(stepsOffPolicy);
        }
        await source.close();
        expect(short).toBeGreaterThan(0);
      }
  });

  it('ends what is under way when it is closed while the learner learns, and whoever waits for it', async () => {
    const { opened, open: unstick } = gate();
    const [begun, ended] = [new Set<string>(), new Set<string>()];
    const { learner, open } = counted(createFakeLearner({ skill: 0.5 }), (snapshot) => ({
      ...snapshot,
      generate: async (request, call) => {
        begun.add(request.sessionId!);
        // The first step's groups end, those behind them are under way.
        if (!/\/p-[012]\//.test(request.sessionId!)) await opened;
        return snapshot.generate(request, call);
      },
      endSession: (name) => void ended.add(name),
    }));
    const source = sampler({ asynchronous: { stepsOffPolicy: 2 }, order: 'given' });
    const closing: Learner = {
      ...learner,
      async optimizerStep(...call) {
        expect(begun.size).toBeGreaterThan(ended.size);
        await source.close();
        expect([ended.size, open.now]).toEqual([begun.size, 0]);
        return learner.optimizerStep(...call);
      },
    };
    const { record } = await rlStep(closing, source, { ...shared, step: 1 });
    expect(record['sampling/accepted_groups']).toBe(3);
    const stuck = expect(source.take(learner, { ...shared, step: 2 })).rejects.toThrow('the group sampler is closed');
    while (begun.size === ended.size) await Promise.resolve();
    await source.close();
    await stuck;
    await source.close();
    expect(open.now).toBe(0);
    unstick();
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
