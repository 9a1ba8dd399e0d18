import { checkArgument, checkFinite, LAYOUT } from '../base/internal/index.js';
import { optimalTokenBaselineAdvantagesWith } from './internal/optimal-token-baseline.js';
import type { OptimalTokenBaselineInput, TokenAdvantages } from './token-advantages.js';

/** Options of `optimalTokenBaselineAdvantages`. */
export interface OptimalTokenBaselineOptions {
  /**
   * Which tokens of a group share a baseline: those with the same number of counted tokens before them (`counted`,
   * default, the multi-turn form), or those at the same position of their sequence (`position`).
   */
  readonly align?: 'counted' | 'position' | undefined;
  /** No baseline where the longest sequence of a group runs on alone. Default true. */
  readonly zeroTail?: boolean | undefined;
  /** Added to Σ W. Default 1e-8. */
  readonly epsilon?: number | undefined;
}

/**
 * Reward-to-go less the baseline of least variance, one a token rather than one a sequence.
 *
 * A_t = G_t − B_t,  B_t = Σ_i G_it W_it / (Σ_i W_it + ε) over the group,
 * W_t = Σ_{j ≤ t} ρ_j² (1 − 2π_j + Σ_v π_j(v)²), a proxy of the squared score ‖∇ log π‖² gathered so far.
 *
 * @returns Advantages, 0 outside the mask, and returns; shape [N].
 * @throws RangeError for shapes that do not fit.
 * @remarks Source: the optimal token baseline of verl's documentation (`optimal_token_baseline` with `align: 'position'`,
 *   `tir_optimal_token_baseline` with `'counted'`); its habits are `verlAdvantages` of `rstar2-agent/compat`.
 *
 * @example
 * const layout = { offsets: [0, 1, 2], responseMask: [1, 1], rewards: [1, 0], groups: ['a', 'a'] };
 * optimalTokenBaselineAdvantages({ ...layout, oldLogprobs: [-1, -1], sumPiSquared: [0.5, 0.5] }).advantages;
 */
export function optimalTokenBaselineAdvantages(
  input: OptimalTokenBaselineInput,
  options: OptimalTokenBaselineOptions = {},
): TokenAdvantages {
  checkArgument(input, 'input', { rewards: 'an array', ...LAYOUT });
  checkFinite(input.rewards, 'input.rewards', input.responseMask);
  return optimalTokenBaselineAdvantagesWith(input, options, {
    singleton: 'zero',
    tailAtCount: false,
    countEmpty: false,
    masked: 'zero',
  });
}
