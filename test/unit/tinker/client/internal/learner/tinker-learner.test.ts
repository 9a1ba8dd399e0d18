import { describe, expect, it } from 'vitest';
import { LearnerError, type Learner } from '../../../../../../src/base/index.js';
import { makeBatch, sequences } from '../../../../../../src/testing/internal/learner-under-test.js';
import { createTinkerLearnerFactory } from '../../../../../../src/tinker/client/learner-factory.js';
import type { TinkerServerName } from '../../../../../../src/tinker/client/semantics.js';
import { TinkerError } from '../../../../../../src/tinker/client/tinker-error.js';
import { BigramEngine, type BigramEngineOptions, type Operation } from '../../bigram-engine.js';

const STEPS = 6;
const SAVED_EVERY = 2;

/** A program that trains and saves: it goes on from `saved` where there is one. */
async function run(learner: Learner, saved: { path?: string; step: number }): Promise<void> {
  if (saved.path !== undefined) await learner.loadCheckpoint(saved.path);
  for (let step = saved.step; step < STEPS; step++) {
    const advantages = makeBatch().advantages.map((advantage) => advantage * (1 + step));
    const batch = makeBatch({ advantages });
    // One is a loss of the protocol; the other one takes two passes.
    await learner.forwardBackward(sequences(batch, 0, 1), { kind: 'reinforce' });
    await learner.forwardBackward(sequences(batch, 1, 3), { kind: 'sapo' });
    await learner.optimizerStep({ learningRate: 0.05 });
    if ((step + 1) % SAVED_EVERY === 0) {
      const path = await learner.saveCheckpoint(`runs/1/checkpoints/rl-${step + 1}`);
      Object.assign(saved, { path, step: step + 1 });
    }
  }
}

const MODEL = { baseModel: 'bigram', lora: { rank: 1 }, seed: 1 };

async function uninterrupted(options: BigramEngineOptions, semantics: TinkerServerName) {
  const factory = await createTinkerLearnerFactory({ client: new BigramEngine(options), semantics });
  const learner = await factory.createLearner(MODEL);
  await run(learner, { step: 0 });
  return learner.logprobs(makeBatch());
}

/** Requests of one kind that are broken, each once. */
function faultAt(operation: Operation, when: 'before' | 'after', counts: readonly number[], throws: () => Error) {
  let count = 0;
  const state = { armed: false, broken: 0 };
  const fault: BigramEngineOptions['fault'] = (of, at) => {
    if (!state.armed || of !== operation || at !== when || !counts.includes(count++)) return;
    state.broken++;
    throw throws();
  };
  return { state, fault };
}

const OPERATIONS = ['forward', 'forwardBackward', 'optimStep', 'saveState', 'loadState', 'createModel'] as const;

describe('a learner over the Tinker API', () => {
  describe.each([
    ['is left with gradients before the step', {}, 'rstar2'],
    ['is left with none', {}, 'tinker'],
    ['takes means over the step', { reduction: { sequence: 'weights', batch: 'step' } }, 'skyrl'],
  ] as const)('on a server that %s', (_, options, semantics) => {
    it.each(OPERATIONS.flatMap((operation) => (['before', 'after'] as const).map((when) => ({ operation, when }))))(
      'ends where it would have ended, with no gradient lost or doubled, when answers to $operation are lost $when it is carried out',
      async ({ operation, when }) => {
        const lost = () => new TinkerError('connection reset', { retryable: true, answerLost: true });
        const { state, fault } = faultAt(operation, when, [0, 3], lost);
        const engine = new BigramEngine({ ...options, fault });
        const saved: { path?: string; step: number } = { step: 0 };
        const factory = await createTinkerLearnerFactory({ client: engine, semantics });
        let learner = await factory.createLearner(MODEL);
        state.armed = true;
        for (let attempt = 0; ; attempt++) {
          try {
            await run(learner, saved);
            break;
          } catch (error) {
            expect(error).toBeInstanceOf(LearnerError);
            expect(attempt).toBeLessThan(4);
            // The same program again: from what was saved, or from the start.
            if (saved.path === undefined) {
              await learner.close();
              learner = await factory.createLearner(MODEL).catch(() => factory.createLearner(MODEL));
            }
          }
        }
        if (operation !== 'loadState' && operation !== 'createModel') expect(state.broken).toBe(2);
        expect(await learner.logprobs(makeBatch())).toEqual(await uninterrupted(options, semantics));
      },
    );

    it.each([1, 4, 7, 10, 13, 16, 19, 22])(
      'ends where it would have ended when the program is killed at its request number %i',
      async (request) => {
        let requests = 0;
        let kills = false;
        const engine = new BigramEngine({
          ...options,
          fault: () => {
            if (kills && ++requests === request) throw new Error('killed');
          },
        });
        const saved: { path?: string; step: number } = { step: 0 };
        const factory = await createTinkerLearnerFactory({ client: engine, semantics });
        const learner = await factory.createLearner(MODEL);
        kills = true;
        await expect(run(learner, saved)).rejects.toThrow('killed');
        kills = false;
        // Another process knows nothing of the first one but where its last checkpoint is.
        const again = await createTinkerLearnerFactory({ client: engine, semantics });
        const resumed = await again.createLearner(MODEL);
        await run(resumed, saved);
        expect(await resumed.logprobs(makeBatch())).toEqual(await uninterrupted(options, semantics));
      },
    );
  });

  it('refuses a model whose step broke off until it is loaded anew, and sends nothing to it', async () => {
    const { state, fault } = faultAt('optimStep', 'after', [0], () => new TinkerError('reset', { answerLost: true }));
    const engine = new BigramEngine({ fault });
    const learner = await (
      await createTinkerLearnerFactory({ client: engine, semantics: 'rstar2' })
    ).createLearner(MODEL);
    const path = await learner.saveCheckpoint('start');
    const before = { ...engine.applied };
    await learner.forwardBackward(makeBatch(), { kind: 'reinforce' });
    state.armed = true;
    await expect(learner.optimizerStep()).rejects.toBeInstanceOf(LearnerError);
    for (const refused of [
      () => learner.optimizerStep(),
      () => learner.forwardBackward(makeBatch(), { kind: 'reinforce' }),
      () => learner.logprobs(makeBatch()),
      () => learner.policy(),
      () => learner.saveCheckpoint('after'),
      () => learner.discardGradients!(),
    ])
      await expect(refused()).rejects.toThrow(/call loadCheckpoint to continue from the last saved state/);
    expect(engine.applied).toEqual({ ...before, passes: before.passes + 1, steps: before.steps + 1 });
    await learner.loadCheckpoint(path);
    await learner.forwardBackward(makeBatch(), { kind: 'reinforce' });
    expect(await learner.optimizerStep()).toMatchObject({ step: 1 });
  });

  it('counts its steps on from the checkpoint, and from the start with an optimizer that starts anew', async () => {
    const learner = await (
      await createTinkerLearnerFactory({ client: new BigramEngine(), semantics: 'rstar2' })
    ).createLearner(MODEL);
    const step = async () => {
      await learner.forwardBackward(makeBatch(), { kind: 'reinforce' });
      return learner.optimizerStep();
    };
    await step();
    const path = await learner.saveCheckpoint('/runs/a b/checkpoints/best');
    expect(path).toMatch(/^tinker:\/\/model-\d+\/weights\/[\w-]+$/);
    expect(await learner.saveCheckpoint('/runs/a b/checkpoints/best')).not.toBe(path);
    await learner.loadCheckpoint(path);
    expect(await step()).toMatchObject({ step: 2 });
    await learner.loadCheckpoint(path, { optimizer: false });
    expect(await step()).toMatchObject({ step: 1 });
  });
});
