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
  probeTinkerServer,
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

  it('is known by its capabilities, and is what the probe finds as far as that looks', async () => {
    const none = { sequence: 'none', batch: 'none' };
    const measured = {
      ...{ crossEntropy: none, importanceSampling: none },
      ...{ clipsGradients: false, honoursMaxGradientNorm: true, resetsOptimizer: true },
    };
    expect((await probeTinkerServer(client)).semantics).toMatchObject(measured);
    expect(factory.semantics).toEqual({
      ...measured,
      ...{ honoursSequenceIds: true, keepsSnapshots: true, onePass: ['cross_entropy', 'ppo', 'cispo'] },
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
