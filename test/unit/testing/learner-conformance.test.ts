import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Learner, LearnerFactory } from '../../../src/base/index.js';
import { learnerConformanceCases } from '../../../src/testing/index.js';
import { createQwen3Model, createTfjsLearnerFactory, qwen3Config } from '../../../src/tfjs/index.js';
import { useBackend } from '../tfjs/backends.js';

const config = qwen3Config({
  vocabSize: 17,
  hiddenSize: 8,
  numHiddenLayers: 1,
  numAttentionHeads: 2,
  numKeyValueHeads: 1,
  headDim: 4,
  intermediateSize: 12,
  maxPositionEmbeddings: 64,
});
const directory = mkdtempSync(join(tmpdir(), 'rstar2-conformance-'));

/** Learners that each break one promise, and the case that must find it. */
const BROKEN: readonly [string, string, (learner: Learner) => void][] = [
  [
    'forgets all but the last batch',
    'accumulates',
    (learner) => {
      const forwardBackward = learner.forwardBackward.bind(learner);
      learner.forwardBackward = async (...call) => {
        await learner.discardGradients!();
        return forwardBackward(...call);
      };
    },
  ],
  [
    'turns the sign of a loss',
    "cross-entropy's weights",
    (learner) => {
      const forwardBackward = learner.forwardBackward.bind(learner);
      learner.forwardBackward = (batch, objective) =>
        forwardBackward(
          'kind' in objective ? { ...batch, lossWeights: batch.lossWeights.map((weight) => -weight) } : batch,
          objective,
        );
    },
  ],
  [
    'gives a policy that follows its weights',
    'ten more steps',
    (learner) => {
      const policy = learner.policy.bind(learner);
      learner.policy = async () => {
        const first = await policy();
        return {
          ...first,
          weightVersion: first.weightVersion,
          endSession: () => undefined,
          generate: async (request) => {
            const now = await policy();
            const generation = await now.generate(request);
            await now.close();
            return generation;
          },
          close: () => first.close(),
        };
      };
    },
  ],
  [
    'starts its optimizer anew when it resumes',
    'as if it had never stopped',
    (learner) => {
      const loadCheckpoint = learner.loadCheckpoint.bind(learner);
      learner.loadCheckpoint = (location) => loadCheckpoint(location, { optimizer: false });
    },
  ],
];

describe('learnerConformanceCases', () => {
  beforeAll(() => useBackend('cpu'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each(BROKEN)('find a learner that %s', async (_what, found, breakIt) => {
    const sound = createTfjsLearnerFactory({ baseModels: { small: (seed) => createQwen3Model(config, { seed }) } });
    const factory: LearnerFactory = {
      ...sound,
      createLearner: async (model) => {
        const learner = await sound.createLearner(model);
        breakIt(learner);
        return learner;
      },
    };
    const engine = {
      model: { baseModel: 'small', seed: 'conformance' },
      vocabularySize: config.vocabSize,
      checkpointLocation: (name: string) => join(directory, name),
    };
    const cases = learnerConformanceCases().filter(({ name }) => name.includes(found));
    expect(cases).toHaveLength(1);
    await expect(cases[0]!.run({ ...engine, factory: sound })).resolves.toBeUndefined();
    await expect(cases[0]!.run({ ...engine, factory })).rejects.toThrow(/expected/);
  });
});
