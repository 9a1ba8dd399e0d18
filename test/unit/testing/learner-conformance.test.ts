import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LearnerFactory } from '../../../src/base/index.js';
import { learnerConformanceCases, type LearnerUnderTest } from '../../../src/testing/index.js';
import type { LearnerFeature } from '../../../src/testing/learner-conformance.js';
import { createDecoder, createTfjsLearnerFactory, decoderConfig } from '../../../src/tfjs/index.js';
import { useBackend } from '../tfjs/backends.js';
import { BROKEN_FACTORIES, BROKEN_LEARNERS, type BreakFactory } from './broken-learners.js';
import { createIdleLearner } from './idle-learner.js';

const config = decoderConfig({
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

function engineOf(factory: LearnerFactory): LearnerUnderTest {
  return {
    factory,
    model: { baseModel: 'small', seed: 'conformance' },
    vocabularySize: config.vocabSize,
    checkpointLocation: (name) => join(directory, name),
  };
}

const soundFactory = () =>
  createTfjsLearnerFactory({ baseModels: { small: (seed) => createDecoder(config, { seed }) } });

const breaking: readonly (readonly [string, string, BreakFactory])[] = [
  ...BROKEN_FACTORIES,
  ...BROKEN_LEARNERS.map(([what, found, breakIt]) => {
    const breakFactory: BreakFactory = (sound) => ({
      ...sound,
      createLearner: async (model) => {
        const learner = await sound.createLearner(model);
        breakIt(learner);
        return learner;
      },
    });
    return [what, found, breakFactory] as const;
  }),
];

describe('learnerConformanceCases', () => {
  beforeAll(() => useBackend('cpu'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each(breaking)('find a learner that %s', async (_what, found, breakFactory) => {
    const cases = learnerConformanceCases().filter(({ name }) => name.includes(found));
    expect(cases).toHaveLength(1);
    await expect(cases[0]!.run(engineOf(soundFactory()))).resolves.toBeUndefined();
    await expect(cases[0]!.run(engineOf(breakFactory(soundFactory())))).rejects.toThrow(/expected|got|closed/);
  });

  it.each(learnerConformanceCases())('fail for a learner that does nothing: $name', async ({ run }) => {
    for (const can of [true, false]) await expect(run(engineOf(createIdleLearner(can)))).rejects.toThrow();
  });

  it('say what to leave out for a learner that cannot discard gradients', async () => {
    const factory = soundFactory();
    const without: LearnerFactory = {
      ...factory,
      createLearner: async (model) =>
        Object.assign(await factory.createLearner(model), { discardGradients: undefined }),
    };
    const [discard] = learnerConformanceCases().filter(({ needs }) => needs.includes('discard'));
    await expect(discard!.run(engineOf(without))).rejects.toThrow(
      "discardGradients: the learner does not have it; learnerConformanceCases(['discard']) leaves this case out",
    );
  });

  it('refuse a feature that there is not, with the list of those that there are', () => {
    expect(() => learnerConformanceCases(['entropies' as LearnerFeature])).toThrow(
      'without.0: expected one of "exact", "checkpoints", "targets", "discard", "optimizer-parameters", got "entropies"',
    );
  });
});
