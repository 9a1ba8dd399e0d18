import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDecoder, createTfjsLearnerFactory } from '../../../../../src/tfjs/index.js';
import {
  appliedGradientErrors,
  learnerConformanceCases,
  type LearnerUnderTest,
} from '../../../../../src/testing/index.js';
import {
  createTinkerClient,
  createTinkerLearnerFactory,
  createTinkerServer,
  type TinkerClient,
  type TinkerServer,
} from '../../../../../src/tinker/index.js';
import type { TinkerLearnerFactory } from '../../../../../src/tinker/client/learner-factory.js';
import { KERNEL_BACKENDS, useBackend } from '../../../tfjs/backends.js';
import { ONE_LAYER } from './one-layer.js';

describe('a learner over our own server', () => {
  let directory: string;
  let server: TinkerServer;
  let client: TinkerClient;
  let factory: TinkerLearnerFactory;

  beforeAll(async () => {
    await useBackend(KERNEL_BACKENDS[0]!);
    directory = await mkdtemp(join(tmpdir(), 'rstar2-tinker-'));
    server = await createTinkerServer({
      factory: createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(ONE_LAYER, { seed }) } }),
      directory,
      models: { small: { vocabularySize: ONE_LAYER.vocabSize } },
    });
    client = await createTinkerClient({ baseUrl: server.url });
    factory = await createTinkerLearnerFactory({ client });
  }, 120_000);
  afterAll(async () => {
    await factory.close();
    await client.close();
    await server.close();
    await rm(directory, { recursive: true });
  });

  const engine = (lora?: { readonly rank: number }): LearnerUnderTest => ({
    factory,
    model: { baseModel: 'small', seed: 1, ...(lora && { lora }) },
    vocabularySize: ONE_LAYER.vocabSize,
    checkpointLocation: (name) => name,
  });

  it('finds by its probe that the server sums, has the losses of the protocol, and honours what it is asked', () => {
    const none = { sequence: 'none', batch: 'none' };
    expect(factory.semantics).toEqual({
      crossEntropy: none,
      importanceSampling: none,
      largestRatio: undefined,
      clipsGradients: false,
      honoursMaxGradientNorm: true,
      honoursSequenceIds: true,
      resetsOptimizer: true,
      keepsSnapshots: true,
      onePass: ['cross_entropy', 'ppo', 'cispo'],
    });
  });

  for (const { name, run } of learnerConformanceCases()) it(name, () => run(engine()), 60_000);

  it('applies the gradient of every objective', async () => {
    const errors = await appliedGradientErrors(engine({ rank: 2 }));
    expect(errors.length).toBe(13);
    for (const { objective, error, normError } of errors) {
      expect(error, objective).toBeLessThan(1e-4);
      expect(normError, objective).toBeLessThan(1e-4);
    }
  }, 120_000);
});
