import { checkArgument, checkLength } from './internal/arguments/check-arguments.js';
import { checkMembers } from './internal/arguments/closest.js';
import { checkOffsets, checkSegments } from './internal/tokens/token-layout.js';
import type { PackedBatch } from './packed-batch.js';

/** The tokens to read, and for each position the scored token and its weight. N tokens, S sequences. */
export interface CrossEntropyInput {
  /** Shape [N]. */
  readonly tokens: Int32Array;
  /** Shape [S + 1]; starts at 0, ends at N, never decreases. */
  readonly offsets: Int32Array;
  /** Where the paths begin, as in `PackedBatch.segments`; shape [P + 1]. Default: each sequence is one path. */
  readonly segments?: Int32Array | undefined;
  /**
   * Shape [N]; may be negative. The loss is −Σ_t weights[t] · log π(targets[t] | the tokens before t of its path), and
   * ∂loss/∂log π_t = −weights[t]. Must be 0 for the first token of a path: nothing precedes it.
   */
  readonly weights: ArrayLike<number>;
  /** Shape [N]; the scored token at each position. Default: `tokens`. */
  readonly targets?: Int32Array | undefined;
  /** Shape [N]; non-zero at positions whose logprob you need. Default: where the weight is not 0. */
  readonly responseMask?: ArrayLike<number> | undefined;
  /** Logits are divided by it. Default 1. */
  readonly temperature?: number | undefined;
}

/**
 * Cross-entropy with explicit targets and signed weights, as a batch for the objective `{ kind: 'cross-entropy' }` of any learner. Use it
 * for supervised fine-tuning, distillation, or your own loss by its derivative.
 *
 * @returns A batch of S sequences whose loss is −Σ_t weights[t] · log π_t, in nats; `rollouts` are 0 to S − 1.
 * @throws RangeError for arrays that are not of one length, offsets that do not cover the tokens in order, a weight that is
 *   not finite, a target that is not an id, a temperature that is not above 0, and for a weight other than 0 on a path's
 *   first token.
 *
 * @example
 * // Learn the second and third token of a sequence of three.
 * crossEntropyBatch({ tokens: Int32Array.of(5, 6, 7), offsets: Int32Array.of(0, 3), weights: [0, 1, 1] }).responseMask; // [0, 1, 1]
 */
export function crossEntropyBatch(input: CrossEntropyInput): PackedBatch {
  checkArgument(input, 'input', { tokens: 'an array', offsets: 'an array', weights: 'an array' });
  checkMembers(input, 'input', ['segments', 'targets', 'responseMask', 'temperature']);
  const { tokens, offsets, segments, weights, targets, temperature = 1 } = input;
  const responseMask = Uint8Array.from(input.responseMask ?? weights, (value) => Number(value !== 0));
  for (const [name, values] of Object.entries({ weights, targets, responseMask }))
    if (values !== undefined) checkLength(values, `input.${name}`, tokens.length, 'tokens');
  checkOffsets(offsets, tokens.length, 'tokens', 'input.offsets');
  checkSegments({ offsets, ...(segments && { segments }) }, 'input.segments');
  for (let t = 0; t < tokens.length; t++) {
    if (!Number.isFinite(weights[t]))
      throw new RangeError(`input.weights[${t}]: expected a finite number, got ${weights[t]}`);
    const target = (targets ?? tokens)[t]!;
    if (!(target >= 0))
      throw new RangeError(`input.${targets ? 'targets' : 'tokens'}[${t}]: expected an id, got ${target}`);
  }
  if (!(temperature > 0) || temperature === Infinity)
    throw new RangeError(`input.temperature: expected a number above 0, got ${temperature}`);
  for (const start of segments ?? offsets)
    if (start < tokens.length && weights[start] !== 0)
      throw new RangeError(
        `input.weights[${start}]: expected 0 for the first token of a ${segments ? 'path' : 'sequence'}, got ${weights[start]}`,
      );
  return {
    tokens,
    offsets,
    ...(segments && { segments }),
    rollouts: Int32Array.from({ length: offsets.length - 1 }, (_, i) => i),
    responseMask,
    oldLogprobs: new Float32Array(tokens.length),
    advantages: new Float32Array(tokens.length),
    lossWeights: Float32Array.from(weights),
    temperature,
    ...(targets && { targets }),
  };
}
