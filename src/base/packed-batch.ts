import type { Aggregation } from './aggregation.js';

/**
 * Rollouts packed for training: flat token arrays and offsets, no padding.
 *
 * Sequence i has the tokens [offsets[i], offsets[i + 1]). N = total tokens, S = sequences.
 */
export interface PackedBatch {
  /** Shape [N]. */
  readonly tokens: Int32Array;
  /** Shape [S + 1]; starts at 0, ends at N, never decreases. */
  readonly offsets: Int32Array;
  /**
   * Shape [P + 1]; the borders of paths, if rollouts have several (`Rollout.branches`): a model reads each path alone, from position 0.
   * Every offset is one of them. Losses, ratios and aggregation use `offsets`. Absent if each sequence is one path.
   */
  readonly segments?: Int32Array;
  /**
   * Shape [N]; the token that is scored at each position, given the tokens before it, if that is not `tokens[t]`
   * (`crossEntropyBatch`).
   */
  readonly targets?: Int32Array;
  /**
   * Shape [S]; the rollout of each sequence, as an index into the packed array. Every split keeps it, so that values computed on a part can
   * be matched to their rollouts.
   */
  readonly rollouts: Int32Array;
  /** Shape [N]; 1 for tokens the loss counts. The first token of a sequence is never counted: nothing precedes it. */
  readonly responseMask: Uint8Array;
  /** Shape [N]; logprobs under the policy that generated the tokens (at `temperature`); 0 where the mask is 0. */
  readonly oldLogprobs: Float32Array;
  /** Shape [N]; 0 where the mask is 0. */
  readonly advantages: Float32Array;
  /**
   * Shape [N]; the weight of each token's loss in the sum. Every aggregation mode (token-mean,
   * seq-mean-…) is such a weight, computed over the whole mini-batch before it is cut into micro-batches, so that
   * accumulating micro-batches gives the loss and gradient of one batch.
   */
  readonly lossWeights: Float32Array;
  /** How `lossWeights` were computed; a split into mini-batches computes them again. */
  readonly aggregation?: Aggregation;
  /** Shape [N]; needed for a KL term. */
  readonly referenceLogprobs?: Float32Array;
  /** Shape [N]; logprobs under the policy that generated the tokens, if a correction has replaced them in `oldLogprobs`. */
  readonly rolloutLogprobs?: Float32Array;
  /** Shape [N], importance weights of rollout correction, where used. */
  readonly rolloutWeights?: Float32Array;
  /** The temperature the rollouts were sampled at; logits are divided by it. */
  readonly temperature: number;
}
