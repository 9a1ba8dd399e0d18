import type { Aggregation } from './aggregation.js';

/**
 * Rollouts packed for training: flat token arrays and offsets, no padding.
 *
 * Sequence i holds the tokens [offsets[i], offsets[i + 1]). N = total tokens, S = sequences.
 */
export interface PackedBatch {
  /** Shape [N]. */
  readonly tokens: Int32Array;
  /** Shape [S + 1]; starts at 0, ends at N, never decreases. */
  readonly offsets: Int32Array;
  /**
   * Shape [P + 1]; the borders of paths, where a rollout has several (`Rollout.branches`): a model reads each path by itself, from position 0 on.
   * Every offset is one of them. Losses, ratios and aggregation go by `offsets`. Absent where each sequence is one path.
   */
  readonly segments?: Int32Array;
  /**
   * Shape [N]; the token that is scored in each place, given the tokens before it, where that is not `tokens[t]` itself
   * (`crossEntropyBatch`).
   */
  readonly targets?: Int32Array;
  /**
   * Shape [S]; which rollout each sequence is, as an index into the array that was packed. Kept through every split, so that
   * values computed on a part can be matched to their rollouts.
   */
  readonly rollouts: Int32Array;
  /** Shape [N]; 1 for tokens the loss counts. The first token of a sequence is never counted: nothing precedes it. */
  readonly responseMask: Uint8Array;
  /** Shape [N]; logprobs under the policy that generated the tokens (at `temperature`); 0 where the mask is 0. */
  readonly oldLogprobs: Float32Array;
  /** Shape [N]; 0 where the mask is 0. */
  readonly advantages: Float32Array;
  /**
   * Shape [N]; what each token's loss is multiplied by before everything is summed. Every aggregation mode (token-mean,
   * seq-mean-…) is such a weight, computed over the whole mini-batch before it is cut into micro-batches, so that
   * accumulating micro-batches gives the loss and gradient of one batch.
   */
  readonly lossWeights: Float32Array;
  /** How `lossWeights` were computed; a split into mini-batches computes them again. */
  readonly aggregation?: Aggregation;
  /** Shape [N], where a KL term wants it. */
  readonly referenceLogprobs?: Float32Array;
  /** Shape [N], logprobs under the policy that generated the tokens, where a correction has put another's into `oldLogprobs`. */
  readonly rolloutLogprobs?: Float32Array;
  /** Shape [N], importance weights of rollout correction, where used. */
  readonly rolloutWeights?: Float32Array;
  /** The temperature the rollouts were sampled at; logits are divided by it. */
  readonly temperature: number;
}
