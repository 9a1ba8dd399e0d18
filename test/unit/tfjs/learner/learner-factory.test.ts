import * as tf from '@tensorflow/tfjs-core';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecoder, createTfjsLearnerFactory } from '../../../../src/tfjs/index.js';
import { learnerConformanceCases, type LearnerUnderTest } from '../../../../src/testing/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';
import { SMALL } from '../shapes.js';

const config = SMALL;

describe.each(KERNEL_BACKENDS)('createTfjsLearnerFactory on %s', (backend) => {
  let engine: LearnerUnderTest;
  beforeAll(async () => {
    await useBackend(backend);
    const directory = await mkdtemp(join(tmpdir(), 'rstar2-factory-'));
    engine = {
      factory: createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(config, { seed }) } }),
      model: { baseModel: 'small', seed: 'conformance' },
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

describe('learnerConformanceCases', () => {
  it('leaves out what an engine does not have', () => {
    const all = learnerConformanceCases();
    const inexact = learnerConformanceCases(['exact']);
    expect(inexact.length).toBeGreaterThan(0);
    expect(inexact.length).toBeLessThan(all.length);
    expect(inexact.some(({ needs }) => needs.includes('exact'))).toBe(false);
  });
});
