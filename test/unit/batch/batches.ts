import type { PackedBatch } from '../../../src/base/index.js';
import { packRollouts } from '../../../src/batch/index.js';

/** Tokens that count up from `first`. */
export function traceOf(length: number, first = 0) {
  return {
    ids: Int32Array.from({ length }, (_, t) => first + t),
    logprobs: new Float32Array(length).fill(-1),
    responseMask: new Uint8Array(length).fill(1),
    promptLength: 0,
  };
}

/** A batch of sequences of these lengths, every token but the first counted; advantage i + 1 for sequence i. */
export function batchOf(lengths: readonly number[]) {
  const rollouts = lengths.map((length, i) => traceOf(length, 100 * i));
  return packRollouts(rollouts, {
    tokens: (rollout) => rollout,
    advantages: lengths.map((_, i) => i + 1),
    referenceLogprobs: (rollout) => rollout.logprobs,
    rolloutWeights: (rollout) => rollout.responseMask,
  });
}

/** The rollouts that the parts of a batch are of. */
export const rolloutsOf = (parts: readonly PackedBatch[]) => parts.flatMap((part) => Array.from(part.rollouts));
export const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);
