import { Random, type PackedBatch } from '../../../../src/base/index.js';
import { packRollouts } from '../../../../src/batch/index.js';
import type { Aggregation, Objective } from '../../../../src/base/index.js';
import * as presets from '../../../../src/objective/presets.js';

const clip = { kind: 'clip' } as const;

/** Every preset, and what no preset has. */
export const OBJECTIVES: { readonly [name: string]: Objective } = {
  ...Object.fromEntries(
    Object.entries({ ...presets, drGrpo: () => presets.drGrpo({ maxTokens: 20 }) }).map(([name, preset]) => [
      name,
      preset(),
    ]),
  ),
  'dual clip': { loss: { ...clip, dualClip: 1.5 } },
  delta: { loss: { ...clip, clipHigh: 0.1, delta: 1.3 } },
  'dppo, total variation': { loss: { kind: 'dppo', limitLow: 0.05, limitHigh: 0.1, ratioLimit: 1.2 } },
  'dppo, KL': { loss: { kind: 'dppo', divergence: 'kl', limitLow: 0.01, limitHigh: 0.02 } },
  dro: { loss: { kind: 'dro', beta: 0.5 }, aggregation: 'seq-mean-token-mean' },
  'cross-entropy': { loss: { kind: 'cross-entropy' } },
  reinforce: { loss: { kind: 'reinforce' }, aggregation: 'seq-mean-token-sum' },
  'clip-cov, wide': { loss: { kind: 'clip-cov', ratio: 0.2, lower: -10, upper: 10 } },
  'clip-cov, drawn': { loss: { kind: 'clip-cov', ratio: 0.2, lower: -10, upper: 10, seed: 'drawn' } },
  'kl-cov, many': { loss: { kind: 'kl-cov', ratio: 0.3 }, aggregation: 'seq-mean-token-sum-norm' },
  'entropy bonus': { loss: clip, entropy: { coefficient: 0.01 }, aggregation: { kind: 'constant', weight: 0.1 } },
  ...Object.fromEntries(
    (['k1', 'k2', 'k3', 'abs', 'k1+', 'k3+'] as const).map((kind) => [
      `KL ${kind}`,
      { loss: clip, kl: { kind, coefficient: 0.5 } } satisfies Objective,
    ]),
  ),
  'KL k3, not bounded': { loss: clip, kl: { kind: 'k3', coefficient: 0.5, bounded: false } },
};

/** A packed batch, what the policy says of it now, and the entropies. */
export interface LossBatch extends PackedBatch {
  readonly logprobs: Float32Array;
  readonly entropies: Float32Array;
}

/** Seven sequences of up to nine tokens, one of them without a counted token. */
export function lossBatch(seed: string, aggregation?: Aggregation): LossBatch {
  const random = new Random(seed);
  const rollouts = Array.from({ length: 7 }, (_, i) => {
    const length = 2 + random.integer(8);
    const logprobs = Float32Array.from({ length }, () => -3 * random.next());
    return {
      ids: new Int32Array(length),
      logprobs,
      responseMask: Uint8Array.from({ length }, (_token, t) => Number(i !== 3 && t > 0 && random.next() < 0.8)),
      reference: logprobs.map((logprob) => logprob + 0.3 * random.normal()),
      weights: logprobs.map(() => 0.5 + random.next()),
      advantage: random.normal(),
    };
  });
  const batch = packRollouts(rollouts, {
    tokens: (rollout) => rollout,
    advantages: rollouts.map(({ advantage }) => advantage),
    aggregation,
    referenceLogprobs: ({ reference }) => reference,
    rolloutWeights: ({ weights }) => weights,
  });
  return {
    ...batch,
    logprobs: batch.oldLogprobs.map((logprob) => logprob + 0.3 * random.normal()),
    entropies: batch.oldLogprobs.map(() => random.next()),
  };
}
