import { describe, expect, it } from 'vitest';
import type { Learner, Objective, PackedBatch } from '../../../../../../src/base/index.js';
import { makeBatch, sequences } from '../../../../../../src/testing/internal/learner-under-test.js';
import { createTinkerLearnerFactory } from '../../../../../../src/tinker/client/learner-factory.js';
import { TinkerError } from '../../../../../../src/tinker/client/tinker-error.js';
import { BigramEngine, type BigramEngineOptions, type Operation } from '../../bigram-engine.js';

const MODEL = { baseModel: 'bigram', lora: { rank: 1 }, seed: 1 };
const CLIP: Objective = { loss: { kind: 'clip' } };

async function setUp(options: BigramEngineOptions = {}, semantics: 'rstar2' | 'tinker' = 'rstar2') {
  const asked: Operation[] = [];
  const faults: { readonly of: Operation; readonly when: 'before' | 'after'; readonly error: Error }[] = [];
  const fault: BigramEngineOptions['fault'] = (of, when) => {
    if (when === 'before') asked.push(of);
    const at = faults.findIndex((planted) => planted.of === of && planted.when === when);
    if (at >= 0) throw faults.splice(at, 1)[0]!.error;
  };
  const engine = new BigramEngine({ ...options, fault });
  const factory = await createTinkerLearnerFactory({ client: engine, semantics });
  const learner = await factory.createLearner(MODEL);
  asked.length = 0;
  return { engine, learner, asked, faults };
}

/** What comes of these batches in one step, on a server that nothing happens to. */
async function stepOf(batches: readonly PackedBatch[], objective = CLIP): Promise<Float32Array> {
  const { learner } = await setUp();
  for (const batch of batches) await learner.forwardBackward(batch, objective);
  return afterStep(learner);
}

async function afterStep(learner: Learner): Promise<Float32Array> {
  await learner.optimizerStep({ learningRate: 0.1 });
  return learner.logprobs(makeBatch());
}

const [FIRST, REST] = [sequences(makeBatch(), 0, 1), sequences(makeBatch(), 1, 3)];

describe('a gradient in one pass', () => {
  it('asks the server once for each batch, and once for the step', async () => {
    const { learner, asked } = await setUp();
    await learner.forwardBackward(FIRST, CLIP);
    await learner.forwardBackward(REST, { kind: 'cross-entropy' });
    await learner.optimizerStep();
    expect(asked).toEqual(['forwardBackward', 'forwardBackward', 'optimStep']);
  });

  it('is not taken on a server of which it is not known whether gradients go with their model', async () => {
    const { learner, asked } = await setUp({}, 'tinker');
    await learner.forwardBackward(FIRST, CLIP);
    await learner.optimizerStep();
    expect(asked).toEqual(['forward', 'forwardBackward', 'optimStep']);
  });

  it('that is discarded is forgotten: another model goes on, with the optimizer', async () => {
    const { learner, engine } = await setUp();
    await learner.forwardBackward(FIRST, CLIP);
    await learner.optimizerStep({ learningRate: 0.1 });
    await learner.forwardBackward(FIRST, CLIP);
    const { models } = engine.applied;
    const saved = engine.saved.size;
    await learner.discardGradients!();
    await learner.forwardBackward(REST, CLIP);
    expect(engine.applied.models).toBe(models + 1);
    // What was saved on the way is not left behind.
    expect(engine.saved.size).toBe(saved);
    const got = await afterStep(learner);

    const { learner: undisturbed } = await setUp();
    await undisturbed.forwardBackward(FIRST, CLIP);
    await undisturbed.optimizerStep({ learningRate: 0.1 });
    await undisturbed.forwardBackward(REST, CLIP);
    expect(got).toEqual(await afterStep(undisturbed));
  });

  it.each(['before', 'after'] as const)('stays what it was where an answer is lost %s it was added', async (when) => {
    const { learner, faults } = await setUp();
    await learner.forwardBackward(FIRST, CLIP);
    faults.push({
      of: 'forwardBackward',
      when,
      error: new TinkerError('reset', { retryable: true, answerLost: true }),
    });
    await expect(learner.forwardBackward(REST, CLIP)).rejects.toMatchObject({ retryable: true });
    await learner.forwardBackward(REST, CLIP);
    expect(await afterStep(learner)).toEqual(await stepOf([FIRST, REST]));
  });

  it('stays what it was where the server refuses a batch, without another model', async () => {
    const { learner, faults, engine } = await setUp();
    await learner.forwardBackward(FIRST, CLIP);
    const { models } = engine.applied;
    faults.push({ of: 'forwardBackward', when: 'before', error: new TinkerError('data[0]: no', { status: 422 }) });
    await expect(learner.forwardBackward(REST, CLIP)).rejects.toThrow('batch: forwardBackward: data[0]: no');
    expect(await afterStep(learner)).toEqual(await stepOf([FIRST]));
    expect(engine.applied.models).toBe(models);
  });

  it('stays what it was where no other model can be had yet', async () => {
    const { learner, faults } = await setUp();
    await learner.forwardBackward(FIRST, CLIP);
    faults.push({ of: 'forwardBackward', when: 'after', error: new TinkerError('reset', { answerLost: true }) });
    await expect(learner.forwardBackward(REST, CLIP)).rejects.toThrow('reset');
    for (const of of ['saveState', 'createModel', 'loadState', 'forwardBackward'] as const) {
      faults.push({ of, when: 'after', error: new TinkerError(`no ${of}`) });
      await expect(learner.optimizerStep()).rejects.toThrow(`no ${of}`);
    }
    expect(await afterStep(learner)).toEqual(await stepOf([FIRST]));
  });

  it('is taken back where a ratio turns out beyond what has a gradient, and sent exactly', async () => {
    const { learner, asked } = await setUp();
    const far: Objective = { loss: { kind: 'clip', logRatioLimit: 0.1 } };
    await learner.forwardBackward(FIRST, CLIP);
    await learner.forwardBackward(REST, far);
    asked.length = 0;
    const got = await afterStep(learner);
    expect(asked).toEqual([
      'saveState',
      'createModel',
      'loadState',
      'forwardBackward',
      'optimStep',
      'forwardBackward',
      'optimStep',
      'forward',
    ]);
    const { learner: exact } = await setUp({}, 'tinker');
    await exact.forwardBackward(FIRST, CLIP);
    await exact.forwardBackward(REST, far);
    same(got, await afterStep(exact));
  });

  it('is not taken by ppo for negative weights, which would turn the clip round', async () => {
    const { learner, asked } = await setUp();
    const lossWeights = REST.lossWeights.map((weight) => -weight);
    await learner.forwardBackward({ ...REST, lossWeights }, CLIP);
    expect(asked).toEqual(['forward']);
    await learner.forwardBackward({ ...REST, lossWeights }, { kind: 'cispo' });
    expect(asked).toEqual(['forward', 'forwardBackward']);
  });
});

/** Float32 on the way. */
function same(got: Float32Array, expected: Float32Array): void {
  got.forEach((value, t) => expect(value).toBeCloseTo(expected[t]!, 5));
}
