import * as tf from '@tensorflow/tfjs-core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecoder, createTfjsLearnerFactory, type TfjsLearner } from '../../../../src/tfjs/index.js';
import { learnerConformanceCases, type LearnerUnderTest } from '../../../../src/testing/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';
import { SMALL } from '../shapes.js';

const config = SMALL;

const LORA = { rank: 2, alpha: 8, targets: ['q_proj', 'o_proj', 'up_proj'] };

describe.each(
  KERNEL_BACKENDS.flatMap((backend) => [
    { backend, what: 'all weights', lora: undefined },
    { backend, what: 'adapters', lora: LORA },
  ]),
)('createTfjsLearnerFactory of $what on $backend', ({ backend, lora }) => {
  let engine: LearnerUnderTest;
  beforeAll(async () => {
    await useBackend(backend);
    const directory = await mkdtemp(join(tmpdir(), 'rstar2-factory-'));
    engine = {
      factory: createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(config, { seed }) } }),
      model: { baseModel: 'small', seed: 'conformance', ...(lora && { lora }) },
      vocabularySize: config.vocabSize,
      checkpointLocation: (name) => join(directory, name),
    };
  });
  afterAll(() => rm(engine.checkpointLocation('.'), { recursive: true }));

  for (const { name, run } of learnerConformanceCases()) {
    it(`${name}, and leaves no tensor behind`, async () => {
      const before = tf.memory().numTensors;
      await run(engine);
      expect(tf.memory().numTensors).toBe(before);
    });
  }
});

describe('adapters of one factory', () => {
  it('share one base for as long as one of them is open, and each goes its own way', async () => {
    await useBackend(KERNEL_BACKENDS.at(-1)!);
    let made = 0;
    const factory = createTfjsLearnerFactory({
      baseModels: {
        small: async (seed) => {
          made++;
          await Promise.resolve();
          return createDecoder(config, { seed });
        },
      },
    });
    const before = tf.memory().numTensors;
    const learners = await Promise.all(
      [1, 2].map((seed) => factory.createLearner({ baseModel: 'small', seed, lora: LORA })),
    );
    expect(made).toBe(1);
    const [one, two] = learners as TfjsLearner[];
    expect(one!.capabilities.reference).toBe(true);
    expect(one!.model.parameters).toBe(two!.model.parameters);
    await one!.close();
    await one!.close();
    expect([...two!.model.parameters.values()].every((parameter) => !parameter.isDisposed)).toBe(true);
    await two!.close();
    expect(tf.memory().numTensors).toBe(before);
    await (await factory.createLearner({ baseModel: 'small', lora: LORA })).close();
    expect(made).toBe(2);
    await expect(factory.createLearner({ baseModel: 'small', lora: { rank: 0 } })).rejects.toThrow('model.lora.rank');
    expect(made).toBe(2);
    expect(tf.memory().numTensors).toBe(before);
  });

  it.each([
    [{ optimizer: { learningRate: -1 } }, 'options.optimizer.learningRate: expected at least 0, got -1'],
    [{ schedule: { kind: 'linear' } }, 'options.schedule.kind: expected one of "constant", "cosine", got "linear"'],
    [{ maxGradientNorm: 0 }, 'options.maxGradientNorm: expected more than 0, got 0'],
    [{ lora: LORA }, 'options: unknown option "lora"'],
    [{ baseModels: { small: config } }, 'options.baseModels.small: expected a function, got an object'],
  ])('refuses %o before any model is made', (wrong, message) => {
    const baseModels = { small: () => createDecoder(config, { seed: 1 }) };
    expect(() => createTfjsLearnerFactory({ baseModels, ...wrong } as never)).toThrow(message);
  });
});

describe('learnerConformanceCases', () => {
  it('leaves out what an engine does not have', () => {
    const all = learnerConformanceCases();
    const inexact = learnerConformanceCases(['exact']);
    expect(inexact.length).toBeGreaterThan(0);
    expect(inexact.length).toBeLessThan(all.length);
    expect(inexact.some(({ needs }) => needs.includes('exact'))).toBe(false);
  });
});
