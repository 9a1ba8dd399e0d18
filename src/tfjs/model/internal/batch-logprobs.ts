import * as tf from '@tensorflow/tfjs-core';
import type { LearnerError, PackedBatch, PolicyError } from '../../../base/index.js';
import { countedTokens, type CountedTokens } from '../../../base/internal/index.js';
import { gatherRows, logprobsFromHidden } from '../../kernel/index.js';
import type { DecoderConfig } from '../config.js';

/** Scores a batch: a model, or a snapshot of its weights. */
interface Scorer {
  readonly config: DecoderConfig;
  /** Shape [vocabSize, hiddenSize]. */
  readonly outputWeight: tf.Tensor2D;
  hidden(tokens: Int32Array, offsets: Int32Array): tf.Tensor2D;
}

/**
 * @returns log π of each counted token at the batch's temperature, shape [N]; 0 where the mask is 0.
 * @throws What `countedTokens` throws, before any work; `Failure` where one is not finite, as of weights that are not.
 */
export async function batchLogprobs(
  scorer: Scorer,
  batch: PackedBatch,
  Failure: typeof LearnerError | typeof PolicyError,
): Promise<Float32Array> {
  const counted = countedTokens(batch, scorer.config);
  if (counted.at.length === 0) return new Float32Array(batch.tokens.length);
  const picked = tf.tidy(() => {
    const hidden = gatherRows(scorer.hidden(batch.tokens, batch.segments ?? batch.offsets), counted.rows);
    const { temperature } = batch;
    return logprobsFromHidden(hidden, scorer.outputWeight, counted.targets, { temperature }).logprobs;
  });
  try {
    const values = await picked.data<'float32'>();
    const broken = values.findIndex((value) => !Number.isFinite(value));
    if (broken >= 0)
      throw new Failure(`logprobs: expected finite numbers, got ${values[broken]} (weights that are not finite?)`);
    return inPlace(values, counted, batch);
  } finally {
    picked.dispose();
  }
}

/** Puts the values of counted tokens where they stand in the batch; shape [N]. */
export function inPlace(values: ArrayLike<number>, { at }: CountedTokens, { tokens }: PackedBatch): Float32Array {
  const placed = new Float32Array(tokens.length);
  at.forEach((t, i) => (placed[t] = values[i]!));
  return placed;
}
