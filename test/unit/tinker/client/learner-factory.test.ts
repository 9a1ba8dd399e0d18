import { describe, expect, it } from 'vitest';
import { CapabilityError, type LearnerModel } from '../../../../src/base/index.js';
import { appliedGradientErrors, learnerConformanceCases } from '../../../../src/testing/index.js';
import { makeBatch } from '../../../../src/testing/internal/learner-under-test.js';
import {
  createTinkerLearnerFactory,
  type TinkerLearnerFactoryOptions,
} from '../../../../src/tinker/client/learner-factory.js';
import { BigramEngine, VOCABULARY, type BigramEngineOptions } from './bigram-engine.js';

const MODEL: LearnerModel = { baseModel: 'bigram', lora: { rank: 4 }, seed: 1 };

async function underTest(server: BigramEngineOptions = {}, options: Partial<TinkerLearnerFactoryOptions> = {}) {
  const engine = new BigramEngine(server);
  const factory = await createTinkerLearnerFactory({ client: engine, ...options });
  let names = 0;
  const checkpointLocation = (name: string) => `runs/1/${name}-${names++}`;
  return { engine, factory, model: MODEL, vocabularySize: VOCABULARY, checkpointLocation };
}

describe('createTinkerLearnerFactory', () => {
  for (const { name, run } of learnerConformanceCases())
    it(name, async () => run(await underTest({}, { semantics: 'rstar2' })));

  it('applies the gradient of every objective on a server that is known, in one pass or two', async () => {
    const errors = await appliedGradientErrors(await underTest({}, { semantics: 'rstar2' }));
    expect(errors.length).toBe(13);
    for (const { objective, error, normError } of errors) {
      expect(error, objective).toBeLessThan(1e-4);
      expect(normError, objective).toBeLessThan(1e-4);
    }
  });

  it('probes a server that is not known, and none that is named or names itself', async () => {
    const probed: unknown[] = [];
    const onProbe = (probe: object) => probed.push(probe);
    expect((await underTest({}, { onProbe })).factory.semantics).toMatchObject({ keepsSnapshots: false });
    expect(probed).toHaveLength(1);
    for (const [server, semantics] of [
      [{ server: 'rstar2-agent' }, undefined],
      [{}, 'rstar2'],
    ] as const) {
      const { engine, factory } = await underTest(server, { semantics, onProbe });
      expect(factory.semantics).toMatchObject({ keepsSnapshots: true, onePass: ['cross_entropy', 'ppo', 'cispo'] });
      expect(engine.applied.models).toBe(0);
    }
    expect((await underTest({}, { semantics: 'tinker' })).factory.semantics.onePass).toBeUndefined();
    expect(probed).toHaveLength(1);
  });

  it('knows SkyRL by its name as the probe finds a server that reduces alike', async () => {
    const skyrl = {
      reduction: { sequence: 'weights', batch: 'step' },
      ...{ ignoresMaxGradientNorm: true, loadsOptimizerAlways: true, forgetsSnapshots: true, keepsGradients: true },
    } as const;
    const named = await underTest(skyrl, { semantics: 'skyrl' });
    expect((await underTest(skyrl)).factory.semantics).toEqual(named.factory.semantics);
    for (const { objective, error } of await appliedGradientErrors(named)) expect(error, objective).toBeLessThan(1e-4);
  });

  describe.each([
    ['sums', {}],
    [
      'takes the mean over weights, then over the sequences of a step (SkyRL on JAX)',
      { reduction: { sequence: 'weights', batch: 'step' } },
    ],
    ['divides by weights above 1 (Hatchery)', { reduction: { sequence: 'weights-above-1', batch: 'none' } }],
    ['takes means of lengths and of requests', { reduction: { sequence: 'length', batch: 'request' } }],
    ['has no other loss than cross-entropy', { losses: ['cross_entropy'] }],
  ] as const)('on a server that %s', (_, server) => {
    it('applies the gradient of every objective', async () => {
      const errors = await appliedGradientErrors(await underTest(server));
      expect(errors.length).toBe(13);
      for (const { objective, error, normError } of errors) {
        expect(error, objective).toBeLessThan(1e-4);
        expect(normError, objective).toBeLessThan(1e-4);
      }
    });
  });

  it('shows a reduction that is not what it was taken for', async () => {
    const server = { reduction: { sequence: 'weights', batch: 'step' } } as const;
    const { semantics } = (await underTest(server)).factory;
    const none = { sequence: 'none', batch: 'none' } as const;
    const taken = await underTest(server, { semantics: { ...semantics, crossEntropy: none } });
    for (const { objective, error } of await appliedGradientErrors(taken))
      expect(error, objective).toBeGreaterThan(0.1);
  });

  it('shows a loss that is not what it was taken for', async () => {
    const errors = await appliedGradientErrors(await underTest({ ignoresLossConfig: true }, { semantics: 'rstar2' }));
    for (const { objective, error } of errors)
      if (objective === 'CISPO') expect(error).toBeGreaterThan(0.01);
      else expect(error, objective).toBeLessThan(1e-4);
  });

  it('shows a factor that all gradients have alike', async () => {
    for (const { objective, error, normError } of await appliedGradientErrors(await underTest({ gradientFactor: 2 }))) {
      expect(error, objective).toBeLessThan(1e-4);
      expect(normError, objective).toBeCloseTo(Math.SQRT2 - 1, 3);
    }
  });

  it('refuses a server on which nothing is exact, before anything is trained', async () => {
    const semantics = (await underTest()).factory.semantics;
    const nothing = { ...semantics, crossEntropy: undefined, importanceSampling: undefined };
    await expect(underTest({}, { semantics: nothing })).rejects.toThrow(/nothing can be trained exactly/);
    await expect(underTest({ fixedGradientNorm: 1 })).rejects.toThrow(/one that always clips/);
    await expect(
      underTest({ reduction: { sequence: 'weights', batch: 'none' }, losses: ['cross_entropy'] }),
    ).rejects.toBeInstanceOf(CapabilityError);
  });

  it.each([
    [{ probe: { cach: 'probes.json' } }, 'options.probe: unknown option "cach"'],
    [{ probe: { consent: 'yes' } }, 'options.probe.consent: expected boolean'],
    [{ onProbe: 'tell me' }, 'options.onProbe: expected function'],
    [{ semantics: 'verl' }, 'options.semantics: '],
  ])('refuses the options %j before it probes', async (options, message) => {
    const client = new BigramEngine();
    await expect(createTinkerLearnerFactory({ client, ...(options as object) })).rejects.toThrow(message);
    expect(client.applied.models).toBe(0);
  });

  it('lets the gradient norm be set only where the server honours it', async () => {
    const { factory } = await underTest({ ignoresMaxGradientNorm: true });
    const learner = await factory.createLearner(MODEL);
    await learner.forwardBackward(makeBatch(), { kind: 'clip' });
    await expect(learner.optimizerStep({ maxGradientNorm: 1 })).rejects.toMatchObject({
      capability: 'optimizerParameters',
    });
    await expect(underTest({ ignoresMaxGradientNorm: true }, { optimizer: { maxGradientNorm: 1 } })).rejects.toThrow(
      /maxGradientNorm/,
    );
  });

  it('refuses to leave the optimizer out of what it loads where the server never does', async () => {
    const { engine, factory } = await underTest({ loadsOptimizerAlways: true });
    const learner = await factory.createLearner(MODEL);
    const location = await learner.saveCheckpoint('runs/1/step-0');
    const { models } = engine.applied;
    await expect(learner.loadCheckpoint(location, { optimizer: false })).rejects.toMatchObject({
      capability: 'optimizerReset',
    });
    expect(engine.applied.models).toBe(models);
    await learner.loadCheckpoint(location);
  });

  it('says an adapter in the words of the protocol, and refuses what they cannot say', async () => {
    const { factory } = await underTest();
    for (const lora of [
      { rank: 2, alpha: 8 },
      { rank: 2, targets: ['q_proj'] },
      { rank: 2, targets: [] },
      { rank: 2, targets: ['gate_proj', 'up_proj', 'down_proj', 'v_proj'] },
    ])
      await expect(factory.createLearner({ ...MODEL, lora })).rejects.toMatchObject({ capability: 'lora' });
    const targets = ['gate_proj', 'up_proj', 'down_proj', 'lm_head'];
    await (await factory.createLearner({ ...MODEL, lora: { rank: 2, targets } })).close();
  });

  it('gives the logprobs that training started from', async () => {
    const { factory } = await underTest();
    const learner = await factory.createLearner(MODEL);
    const start = await learner.logprobs(makeBatch());
    await learner.forwardBackward(makeBatch(), { kind: 'reinforce' });
    await learner.optimizerStep({ learningRate: 0.1 });
    expect(await learner.logprobs(makeBatch(), { weights: 'reference' })).toEqual(start);
    expect(await learner.logprobs(makeBatch())).not.toEqual(start);
  });

  it('draws from no snapshot that the server trains on, which would undo the training', async () => {
    const { factory } = await underTest({ forgetsSnapshots: true }, { semantics: 'skyrl' });
    const learner = await factory.createLearner(MODEL);
    const snapshot = await learner.policy();
    const request = { tokens: Int32Array.of(1, 2), sampling: { maxTokens: 2, stopTokens: [] } };
    await snapshot.generate(request);
    await learner.forwardBackward(makeBatch(), { kind: 'reinforce' });
    await snapshot.generate(request);
    await learner.optimizerStep();
    await expect(snapshot.generate(request)).rejects.toThrow(/keeps only its current weights/);
    await (await learner.policy()).generate(request);
  });
});
