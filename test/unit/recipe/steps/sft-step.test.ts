import { beforeAll, describe, expect, it } from 'vitest';
import type { Rollout } from '../../../../src/base/index.js';
import { sequenceOfRollout, sequencesOfRollout, sftStep } from '../../../../src/recipe/index.js';
import { createDecoder, createTfjsLearner, decoderConfig, selectBackend } from '../../../../src/tfjs/index.js';

const config = decoderConfig({
  ...{ vocabSize: 11, hiddenSize: 8, numHiddenLayers: 1, numAttentionHeads: 2, numKeyValueHeads: 1, headDim: 4 },
  ...{ intermediateSize: 16, maxPositionEmbeddings: 32 },
});
const sequences = [
  { tokens: Int32Array.of(1, 2, 3, 4), mask: Uint8Array.of(1, 0, 1, 1) },
  { tokens: Int32Array.of(5, 6, 7), mask: Uint8Array.of(0, 1, 0) },
];

beforeAll(async () => {
  await selectBackend({ backend: 'cpu' });
});

describe('a step of SFT', () => {
  it('is the mean −log π of what is to be learnt, however it is cut, and never of the first token', async () => {
    const losses = [];
    for (const maxTokensPerPass of [100, 4]) {
      const model = createDecoder(config, { seed: 1 });
      const learner = createTfjsLearner({ model });
      const batch = { tokens: Int32Array.of(1, 2, 3, 4, 5, 6, 7), offsets: Int32Array.of(0, 4, 7) };
      const logprobs = await learner.logprobs({
        ...{
          ...batch,
          responseMask: Uint8Array.of(0, 0, 1, 1, 0, 1, 0),
          rollouts: Int32Array.of(0, 1),
          temperature: 1,
        },
        ...{ oldLogprobs: new Float32Array(7), advantages: new Float32Array(7), lossWeights: new Float32Array(7) },
      });
      const expected = -(logprobs[2]! + logprobs[3]! + logprobs[5]!) / 3;
      const record = await sftStep(learner, sequences, { step: 1, maxTokensPerPass });
      expect(record['loss']).toBeCloseTo(expected, 5);
      losses.push(record['loss']);
      await learner.close();
      model.dispose();
    }
    expect(losses[0]).toBeCloseTo(Number(losses[1]), 6);
  });

  it('refuses what has nothing to learn', async () => {
    const model = createDecoder(config, { seed: 1 });
    const learner = createTfjsLearner({ model });
    const nothing = [{ tokens: Int32Array.of(1, 2), mask: Uint8Array.of(1, 0) }];
    await expect(sftStep(learner, nothing, { step: 1, maxTokensPerPass: 10 })).rejects.toThrow(
      'sequences: expected a token to learn, got none',
    );
    await learner.close();
    model.dispose();
  });
});

describe('a rollout to learn from', () => {
  it('is its tokens, with the loss on what was generated', () => {
    const tokens = { ids: Int32Array.of(1, 2), responseMask: Uint8Array.of(0, 1) };
    expect(sequenceOfRollout({ tokens } as unknown as Rollout)).toEqual({
      tokens: tokens.ids,
      mask: tokens.responseMask,
    });
    expect(() => sequenceOfRollout({})).toThrow('rollout.tokens: expected an object, got undefined');
  });

  it('is a sequence a path, each of which has a token to learn', () => {
    const trace = (...mask: number[]) => ({ ids: Int32Array.from(mask.keys()), responseMask: Uint8Array.from(mask) });
    const [main, shared, other] = [trace(0, 1), trace(0, 0, 0), trace(0, 0, 1)];
    const rollout = { tokens: main, branches: [{ tokens: shared }, { tokens: other }] } as unknown as Rollout;
    expect(sequencesOfRollout(rollout)).toEqual(
      [main, other].map(({ ids, responseMask }) => ({ tokens: ids, mask: responseMask })),
    );
    expect(() => sequenceOfRollout(rollout)).toThrow(
      'rollout.branches: expected no branches (use sequencesOfRollout for them)',
    );
    const broken = { tokens: main, branches: [{}] } as unknown as Rollout;
    expect(() => sequencesOfRollout(broken)).toThrow('rollout.branches.0.tokens: expected an object, got undefined');
  });
});
