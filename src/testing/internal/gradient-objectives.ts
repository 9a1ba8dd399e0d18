import type { Objective, PackedBatch } from '../../base/index.js';
import { cispo, dapo, drGrpo, gmpo, gpg, grpo, grpoRoc, gspo, sapo, vespo } from '../../objective/index.js';

/** An objective whose gradient is measured, and what its batch has beside the usual. */
export interface GradientObjective {
  readonly name: string;
  readonly objective: Objective;
  readonly changes?: (logprobs: Float32Array) => Partial<PackedBatch>;
}

const reference = (logprobs: Float32Array): Partial<PackedBatch> => ({
  referenceLogprobs: logprobs.map((logprob, t) => (logprob === 0 ? 0 : logprob - 0.4 + 0.1 * (t % 7))),
});

/** One of each loss and each way to make one number of a batch, a KL term, rollout weights. */
export const GRADIENT_OBJECTIVES: readonly GradientObjective[] = [
  { name: 'GRPO-RoC', objective: grpoRoc() },
  { name: 'GRPO with its KL', objective: grpo(), changes: reference },
  { name: 'DAPO, dual clip', objective: { ...dapo(), loss: { kind: 'clip', clipHigh: 0.28, dualClip: 3 } } },
  { name: 'Dr. GRPO', objective: drGrpo({ maxTokens: 8 }) },
  { name: 'GSPO', objective: gspo() },
  { name: 'SAPO', objective: sapo() },
  { name: 'CISPO', objective: cispo() },
  { name: 'GMPO', objective: gmpo() },
  { name: 'VESPO', objective: vespo() },
  { name: 'GPG', objective: gpg() },
  { name: 'two-sided clip', objective: { loss: { kind: 'clip', delta: 1.3 }, aggregation: 'token-sum' } },
  {
    name: 'REINFORCE, rollout weights',
    objective: { loss: { kind: 'reinforce' }, aggregation: 'seq-mean-token-sum' },
    changes: (logprobs) => ({ rolloutWeights: logprobs.map((_, t) => 0.5 + 0.1 * (t % 9)) }),
  },
  { name: 'cross-entropy', objective: { loss: { kind: 'cross-entropy' }, aggregation: 'seq-mean-token-mean' } },
];
