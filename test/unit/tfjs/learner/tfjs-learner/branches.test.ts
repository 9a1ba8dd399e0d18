import { beforeAll, describe, expect, it } from 'vitest';
import { crossEntropyBatch, type Objective, type Rollout, type TokenTrace } from '../../../../../src/base/index.js';
import { packRollouts, unpack } from '../../../../../src/batch/index.js';
import { createDecoder, createTfjsLearner, decoderConfig, type Decoder } from '../../../../../src/tfjs/index.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';

const config = decoderConfig({
  vocabSize: 13,
  hiddenSize: 8,
  numHiddenLayers: 1,
  numAttentionHeads: 2,
  numKeyValueHeads: 1,
  headDim: 4,
  intermediateSize: 12,
  maxPositionEmbeddings: 16,
});

const trace = (ids: readonly number[], mask: readonly number[]): TokenTrace => ({
  ids: Int32Array.from(ids),
  logprobs: Float32Array.from(mask, (counts, t) => counts * (-2.5 - 0.02 * t)),
  responseMask: Uint8Array.from(mask),
  promptLength: 2,
});
/** The first branch shares four tokens with the main path, of which the main path trains on two; the second has a prompt of its own. */
const PATHS = [
  trace([1, 2, 3, 4, 5, 6], [0, 0, 1, 1, 0, 1]),
  trace([1, 2, 3, 4, 7, 8, 9], [0, 0, 0, 0, 0, 1, 1]),
  trace([10, 11, 12], [0, 0, 1]),
];
const ROLLOUT: Rollout = {
  ...{ id: 'a', groupId: 'g', prompt: [], turns: [], finishReason: 'stop', tokens: PATHS[0]! },
  branches: PATHS.slice(1).map((tokens) => ({ prompt: [], turns: [], finishReason: 'stop', tokens })),
};
const COUNTED = 6;
const ADVANTAGE = 0.7;

/** A step so small in Adam's terms that it goes along the gradient itself. */
const STEP = { learningRate: 1e5, beta1: 0, epsilon: 1e6, weightDecay: 0, maxGradientNorm: Infinity };
const initialize = () => createDecoder(config, { seed: 'branches' });
const weights = (model: Decoder) => [...model.parameters.values()].flatMap((p) => Array.from(p.dataSync<'float32'>()));

/** ∂loss/∂logprob of each counted token, by hand: its ratio to the sampler's policy, or that of the whole rollout. */
const BY_HAND = {
  'token-mean': (ratios: readonly number[]) => ratios.map((ratio) => (-ADVANTAGE * ratio) / COUNTED),
  GSPO: (ratios: readonly number[]) => {
    const whole = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / COUNTED);
    return ratios.map(() => (-ADVANTAGE * whole) / COUNTED);
  },
};
const wide = { clipLow: 0.9, clipHigh: 9 };
const OBJECTIVES: Record<keyof typeof BY_HAND, Objective> = {
  'token-mean': { loss: { kind: 'clip', ...wide }, aggregation: 'token-mean' },
  GSPO: { loss: { kind: 'gspo', ...wide }, aggregation: 'seq-mean-token-mean' },
};

describe('a rollout with two branches', () => {
  beforeAll(() => useBackend(KERNEL_BACKENDS.at(-1)!));

  it.each(['token-mean', 'GSPO'] as const)(
    'has the loss and gradient of its paths computed apart, by %s',
    async (name) => {
      const objective = OBJECTIVES[name];
      const batch = packRollouts([ROLLOUT], { advantages: [ADVANTAGE], objective });
      const [together, apart] = [initialize(), initialize()];
      const [one, other] = [createTfjsLearner({ model: together }), createTfjsLearner({ model: apart })];
      const report = await one.forwardBackward(batch, objective);

      const alone = await Promise.all(
        PATHS.map(async ({ ids, responseMask }) => {
          const path = { tokens: ids, offsets: Int32Array.of(0, ids.length), weights: responseMask };
          return Array.from(await other.logprobs(crossEntropyBatch(path)));
        }),
      );
      const ratios = PATHS.flatMap(({ logprobs, responseMask }, p) =>
        alone[p]!.flatMap((logprob, t) => (responseMask[t] === 1 ? Math.exp(logprob - logprobs[t]!) : [])),
      );
      expect(ratios).toHaveLength(COUNTED);
      const derivatives = BY_HAND[name](ratios);
      expect(report.loss).toBeCloseTo(
        derivatives.reduce((sum, derivative) => sum + derivative, 0),
        5,
      );
      unpack(report.logprobs, batch.segments!).forEach((logprobs, p) =>
        logprobs.forEach((logprob, t) => expect(logprob).toBeCloseTo(alone[p]![t]!, 5)),
      );

      let next = 0;
      for (const { ids, responseMask } of PATHS) {
        const upward = Array.from(responseMask, (counts) => (counts === 1 ? -derivatives[next++]! : 0));
        const path = crossEntropyBatch({ tokens: ids, offsets: Int32Array.of(0, ids.length), weights: upward });
        await other.forwardBackward(path, { kind: 'cross-entropy' });
      }
      const before = weights(together);
      for (const learner of [one, other]) await learner.optimizerStep(STEP);
      const moved = weights(together).map((weight, i) => weight - before[i]!);
      const expected = weights(apart).map((weight, i) => weight - before[i]!);
      const most = Math.max(...expected.map(Math.abs));
      expect(most).toBeGreaterThan(1e-4);
      expect(Math.max(...moved.map((value, i) => Math.abs(value - expected[i]!))) / most).toBeLessThan(1e-3);
    },
  );
});
