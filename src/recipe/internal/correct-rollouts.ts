import type { Learner, PackedBatch } from '../../base/index.js';
import { callInOrder, checkCapabilities, underPath } from '../../base/internal/index.js';
import { rolloutCorrection, type RolloutCorrectionOptions } from '../../objective/index.js';
import { microBatches } from '../steps/update-policy.js';

/** @throws TypeError or RangeError for options that `rolloutCorrection` refuses. */
export function checkCorrection(correction: RolloutCorrectionOptions | undefined): void {
  const nothing = { offsets: [0], responseMask: [], trainLogprobs: [], rolloutLogprobs: [] };
  underPath('options.rolloutCorrection', () => rolloutCorrection(nothing, correction));
}

/** Options of {@link correctRollouts}. */
export interface CorrectionOptions {
  /** Without `weights` and `rejection` it is measured alone. */
  readonly correction: RolloutCorrectionOptions;
  readonly maxTokensPerPass: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Measures how far the trainer's probabilities of a step's tokens are from the sampler's, and corrects the batch for it if asked:
 * its old logprobs are then the trainer's.
 *
 * @param learner - With the weights as the step begins: those of the sampler or, in asynchronous sampling, newer ones.
 */
export async function correctRollouts(
  learner: Learner,
  batch: PackedBatch,
  { correction, maxTokensPerPass, signal }: CorrectionOptions,
): Promise<{ readonly batch: PackedBatch; readonly metrics: { readonly [name: string]: number } }> {
  checkCapabilities(learner.capabilities, { batch });
  const trainLogprobs = new Float32Array(batch.tokens.length);
  const parts = microBatches(batch, maxTokensPerPass);
  const { concurrentBatches = 1 } = learner.capabilities;
  const scored = await callInOrder(parts, concurrentBatches, (part) => learner.logprobs(part, { signal }));
  parts.forEach(({ rollouts, offsets }, p) =>
    rollouts.forEach((rollout, i) => {
      const start = batch.offsets[batch.rollouts.indexOf(rollout)]!;
      trainLogprobs.set(scored[p]!.subarray(offsets[i], offsets[i + 1]), start);
    }),
  );
  const input = { ...batch, trainLogprobs, rolloutLogprobs: batch.oldLogprobs };
  const { weights, mask, metrics } = rolloutCorrection(input, correction);
  if (weights === undefined && correction.rejection === undefined) return { batch, metrics };
  const corrected = { ...batch, responseMask: mask, oldLogprobs: trainLogprobs, rolloutLogprobs: batch.oldLogprobs };
  return { batch: weights ? { ...corrected, rolloutWeights: Float32Array.from(weights) } : corrected, metrics };
}
