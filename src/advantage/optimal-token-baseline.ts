import * as z from 'zod/mini';
import {
  checkArgument,
  checkFinite,
  checkLength,
  checkTokenLayout,
  countedPositions,
  groupByLabel,
  LAYOUT,
  parseOptions,
  refuseSegments,
  sequenceCount,
} from '../base/internal/index.js';
import { rewardToGo } from './internal/reward-to-go.js';
import type { OptimalTokenBaselineInput, TokenAdvantages } from './token-advantages.js';

/** Options of `optimalTokenBaselineAdvantages`. */
export interface OptimalTokenBaselineOptions {
  /**
   * Which tokens of a group share a baseline: those with the same number of counted tokens before them (`counted`,
   * default, the multi-turn form), or those at the same position of their sequence (`position`).
   */
  readonly align?: 'counted' | 'position' | undefined;
  /** No baseline at tokens that only the longest sequence of a group reaches. Default true. */
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
 * Reward-to-go minus the baseline of least variance, computed for each token rather than for each sequence.
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
 * optimalTokenBaselineAdvantages({ ...layout, oldLogprobs: [-1, -1], sumPiSquared: [0.5, 0.5] }).advantages; // [0.500…, -0.499…]
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

/** The counted tokens of a sequence: where they stand in the batch, and in which column they meet the others. */
export interface AlignedTokens {
  readonly at: readonly number[];
  readonly columns: readonly number[];
}

/** What both forms of the estimator read: of a batch, W at each counted token (shape [N]) and its groups. */
export interface BaselineGroups {
  readonly energy: Float64Array;
  readonly groups: readonly (readonly AlignedTokens[])[];
}

/**
 * @param align - Whether a token's column is its index among the counted tokens of its sequence, or its position there.
 * @throws RangeError for shapes that do not fit.
 */
export function baselineGroups(input: OptimalTokenBaselineInput, align: 'counted' | 'position'): BaselineGroups {
  const { offsets, rewards, oldLogprobs, sumPiSquared, rolloutWeights, groups } = input;
  refuseSegments(input);
  checkTokenLayout(input, { rewards, oldLogprobs, sumPiSquared, ...(rolloutWeights && { rolloutWeights }) });
  checkLength(groups, 'input.groups', sequenceCount(offsets), 'sequences');
  const sequences = countedPositions(input).map((at, i) => ({
    at,
    columns: at.map((t, k) => (align === 'counted' ? k : t - offsets[i]!)),
  }));
  return {
    energy: scoreEnergy(input),
    groups: groupByLabel(groups).map(({ members }) => members.map((i) => sequences[i]!)),
  };
}

function scoreEnergy(input: OptimalTokenBaselineInput): Float64Array {
  const { offsets, responseMask, oldLogprobs, sumPiSquared, rolloutWeights } = input;
  const energy = new Float64Array(responseMask.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let running = 0;
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) {
      if (responseMask[t] === 0) continue;
      running += (1 - 2 * Math.exp(oldLogprobs[t]!) + sumPiSquared[t]!) * (rolloutWeights?.[t] ?? 1) ** 2;
      energy[t] = running;
    }
  }
  return energy;
}

/** @returns B of each column. */
function columnBaselines(
  group: readonly AlignedTokens[],
  returns: Float64Array,
  energy: Float64Array,
  epsilon: number,
): number[] {
  const weighted: number[] = [];
  const weights: number[] = [];
  for (const { at, columns } of group)
    at.forEach((t, k) => {
      const column = columns[k]!;
      weighted[column] = (weighted[column] ?? 0) + returns[t]! * energy[t]!;
      weights[column] = (weights[column] ?? 0) + energy[t]!;
    });
  return weighted.map((sum, column) => sum / (weights[column]! + epsilon));
}

/** From which column on one sequence of a group has no other beside it. */
export interface Tail {
  readonly sequence: AlignedTokens;
  readonly from: number;
}

/**
 * @param extent - How many columns a sequence reaches over.
 * @returns The tail of the longest sequence; undefined where two are longest.
 */
export function tailOf(group: readonly AlignedTokens[], extent: (sequence: AlignedTokens) => number): Tail | undefined {
  const [longest, second] = group.toSorted((a, b) => extent(b) - extent(a));
  if (longest === undefined || second === undefined || extent(longest) === extent(second)) return undefined;
  return { sequence: longest, from: extent(second) };
}

/** Writes G_t − B_t at the counted tokens of a group; B is 0 in the tail. @param epsilon - Added to Σ W. */
export function subtractBaselines(
  advantages: Float64Array,
  group: readonly AlignedTokens[],
  returns: Float64Array,
  energy: Float64Array,
  { epsilon, tail }: { readonly epsilon: number; readonly tail: Tail | undefined },
): void {
  const baselines = columnBaselines(group, returns, energy, epsilon);
  for (const sequence of group)
    sequence.at.forEach((t, k) => {
      const column = sequence.columns[k]!;
      const isInTail = tail !== undefined && tail.sequence === sequence && column >= tail.from;
      advantages[t] = returns[t]! - (isInTail ? 0 : baselines[column]!);
    });
}
