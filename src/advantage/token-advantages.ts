import type { GroupLabel, TokenLayout } from '../base/index.js';

/**
 * Rewards of each token, packed: sequence i has the tokens [offsets[i], offsets[i + 1]) of N. Rollouts with branches (`segments`) are
 * refused:
 * a reward has no time among the tokens of two paths.
 */
export interface TokenRewards extends TokenLayout {
  /** Shape [N]. An outcome reward is on the last counted token. */
  readonly rewards: ArrayLike<number>;
}

/** The result of a token-level estimator. Both arrays have shape [N]. */
export interface TokenAdvantages {
  readonly advantages: Float64Array;
  /** The targets of a value function. */
  readonly returns: Float64Array;
}

/** The inputs of the baseline, besides the rewards. */
export interface OptimalTokenBaselineInput extends TokenRewards {
  /** A label for each sequence; shape [S]. */
  readonly groups: ArrayLike<GroupLabel>;
  /** log π(token) under the policy that generated it; shape [N]. */
  readonly oldLogprobs: ArrayLike<number>;
  /** Σ_v π(v)² of the distribution each token was drawn from; shape [N]. */
  readonly sumPiSquared: ArrayLike<number>;
  /** ρ, importance weights of rollout correction; shape [N]. Default: 1. */
  readonly rolloutWeights?: ArrayLike<number> | undefined;
}
