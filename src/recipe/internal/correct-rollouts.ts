import type { Learner, PackedBatch } from '../../base/index.js';
import { underPath } from '../../base/internal/index.js';
import { rolloutCorrection, type RolloutCorrectionOptions } from '../../objective/index.js';
import { microBatches } from '../steps/update-policy.js';

/** @throws TypeError or RangeError for options that `rolloutCorrection` refuses. */
export function checkCorrection(correction: RolloutCorrectionOptions | undefined): void {
  const nothing = { offsets: [0], responseMask: [], trainLogprobs: [], rolloutLogprobs: [] };
  underPath('options.rolloutCorrection', () => rolloutCorrection(nothing, correction));
}

/** How it is worked out. */
export interface CorrectionOptions {
  /** Without `weights` and `rejection` it is measured alone. */
  readonly correction: RolloutCorrectionOptions;
  readonly maxTokensPerPass: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * How far the trainer's probabilities of a step's tokens are from those that they were drawn with, and the batch corrected for it
 * where that is asked for: ratios are then taken to the trainer's.
 *
 * @param learner - With the weights as the step begins: those that drew them, or, in asynchronous sampling, newer ones.
 */
export async function correctRollouts(
  learner: Learner,
  batch: PackedBatch,
  { correction, maxTokensPerPass, signal }: CorrectionOptions,
): Promise<{ readonly batch: PackedBatch; readonly metrics: { readonly [name: string]: number } }> {
  const trainLogprobs = new Float32Array(batch.tokens.length);
  for (const part of microBatches(batch, maxTokensPerPass)) {
    const logprobs = await learner.logprobs(part, { signal });
    part.rollouts.forEach((rollout, i) => {
      const start = batch.offsets[batch.rollouts.indexOf(rollout)]!;
      trainLogprobs.set(logprobs.subarray(part.offsets[i], part.offsets[i + 1]), start);
    });
  }
  const input = { ...batch, trainLogprobs, rolloutLogprobs: batch.oldLogprobs };
  const { weights, mask, metrics } = rolloutCorrection(input, correction);
  if (weights === undefined && correction.rejection === undefined) return { batch, metrics };
  const corrected = { ...batch, responseMask: mask, oldLogprobs: trainLogprobs, rolloutLogprobs: batch.oldLogprobs };
  return { batch: weights ? { ...corrected, rolloutWeights: Float32Array.from(weights) } : corrected, metrics };
}
