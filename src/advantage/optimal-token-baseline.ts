import * as z from 'zod/mini';
import { checkArgument, checkFinite, LAYOUT, parseOptions } from '../base/internal/index.js';
import { baselineGroups, subtractBaselines, tailOf } from './internal/optimal-token-baseline.js';
import { rewardToGo } from './internal/reward-to-go.js';
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

const optionsSchema = z.strictObject({
  align: z._default(z.enum(['counted', 'position']), 'counted'),
  zeroTail: z._default(z.boolean(), true),
  epsilon: z._default(z.number().check(z.nonnegative()), 1e-8),
});

/**
 * Reward-to-go less the baseline of least variance, one a token rather than one a sequence.
 *
 * A_t = G_t − B_t,  B_t = Σ_i G_it W_it / (Σ_i W_it + ε) over the group,
 * W_t = Σ_{j ≤ t} ρ_j² (1 − 2π_j + Σ_v π_j(v)²), a proxy of the squared score ‖∇ log π‖² gathered so far.
 *
 * @returns Advantages, 0 outside the mask, and returns; shape [N].
 * @throws RangeError for shapes that do not fit.
 * @remarks Source: the optimal token baseline of verl's documentation (`optimal_token_baseline` with `align: 'position'`,
 *   `tir_optimal_token_baseline` with `'counted'`); verl's own numbers are `verlAdvantages` of `rstar2-agent/compat`.
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
  const { align, zeroTail, epsilon } = parseOptions(optionsSchema, options);
  const { energy, groups } = baselineGroups(input, align);
  const returns = rewardToGo(input, 1);
  const advantages = new Float64Array(returns.length);
  for (const members of groups) {
    const group = members.filter(({ at }) => at.length > 0);
    if (group.length === 1) continue;
    const tail = zeroTail ? tailOf(group, ({ columns }) => (columns.at(-1) ?? -1) + 1) : undefined;
    subtractBaselines(advantages, group, returns, energy, { epsilon, tail });
  }
  return { advantages, returns };
}
