import { expect, it } from 'vitest';
import { appliedGradientErrors } from '../../../src/testing/index.js';
import { createDecoder, createTfjsLearnerFactory } from '../../../src/tfjs/index.js';
import { KERNEL_BACKENDS, useBackend } from '../tfjs/backends.js';
import { SMALL } from '../tfjs/shapes.js';

/** Learners that apply other gradients than they are asked for: see `createTinkerLearnerFactory`'s tests. */
it('finds the gradients of the in-process learner exact', async () => {
  await useBackend(KERNEL_BACKENDS[0]!);
  const errors = await appliedGradientErrors({
    factory: createTfjsLearnerFactory({
      baseModels: { small: (seed) => createDecoder(SMALL, { seed }) },
      maxGradientNorm: Infinity,
    }),
    model: { baseModel: 'small', seed: 1, lora: { rank: 2 } },
    vocabularySize: SMALL.vocabSize,
    checkpointLocation: (name) => name,
  });
  expect(errors.length).toBe(13);
  for (const { objective, error, normError } of errors) {
    expect(error, objective).toBeLessThan(1e-4);
    expect(normError, objective).toBeLessThan(1e-4);
  }
});
