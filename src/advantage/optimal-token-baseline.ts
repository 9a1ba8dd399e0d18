import * as z from 'zod/mini';
import type { GroupLabel } from '../base/index.js';
import {
  checkArgument,
  checkTokenLayout,
  countedPositions,
  groupByLabel,
  LAYOUT,
  parseOptions,
} from '../base/internal/index.js';
import { sumToGo } from './token-rewards.js';
import type { TokenAdvantages, TokenRewards } from './token-rewards.js';

/** What the baseline is worked out from, besides the rewards. */
export interface OptimalTokenBaselineInput extends TokenRewards {
  /** One label a sequence; shape [S]. */
  readonly groups: ArrayLike<GroupLabel>;
  /** log π(token) under the policy that generated it; shape [N]. */
  readonly oldLogprobs: ArrayLike<number>;
  /** Σ_v π(v)² of the distribution each token was drawn from; shape [N]. */
  readonly sumPiSquared: ArrayLike<number>;
  /** ρ, importance weights of rollout correction; shape [N]. Default: 1. */
  readonly rolloutWeights?: ArrayLike<number> | undefined;
}

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

/** What another program does differently. */
export interface OptimalTokenBaselineHabits {
  /** A group of one: no signal, or its raw return. */
  readonly singleton: 'zero' | 'raw';
  /** The tail begins at a position equal to a count of tokens. */
  readonly tailAtCount: boolean;
  /** Sequences without a counted token make a group larger. */
  readonly countEmpty: boolean;
  /** Returns outside the mask: 0, or those of the next counted token. */
  readonly masked: 'zero' | 'carry';
}

const OURS: OptimalTokenBaselineHabits = { singleton: 'zero', tailAtCount: false, countEmpty: false, masked: 'zero' };

const optionsSchema = z.strictObject({
  align: z._default(z.enum(['counted', 'position']), 'counted'),
  zeroTail: z._default(z.boolean(), true),
  epsilon: z._default(z.number().check(z.nonnegative()), 1e-8),
});

/** The counted tokens of a sequence: where they stand in the batch, and in which column they meet the others. */
interface AlignedTokens {
  readonly at: readonly number[];
  readonly columns: readonly number[];
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
 */
export function optimalTokenBaselineAdvantages(
  input: OptimalTokenBaselineInput,
  options: OptimalTokenBaselineOptions = {},
): TokenAdvantages {
  checkArgument(input, 'input', { rewards: 'an array', ...LAYOUT });
  return estimateOptimalTokenBaseline(input, options, OURS);
}

/** `optimalTokenBaselineAdvantages` with another program's habits. */
export function estimateOptimalTokenBaseline(
  input: OptimalTokenBaselineInput,
  options: OptimalTokenBaselineOptions,
  habits: OptimalTokenBaselineHabits,
): TokenAdvantages {
  const how = { ...parseOptions(optionsSchema, options), ...habits };
  const { rewards, oldLogprobs, sumPiSquared, rolloutWeights } = input;
  checkTokenLayout(input, { rewards, oldLogprobs, sumPiSquared, ...(rolloutWeights && { rolloutWeights }) });
  if (input.groups.length !== input.offsets.length - 1)
    throw new RangeError(
      `input.groups: expected length ${input.offsets.length - 1} (sequences), got ${input.groups.length}`,
    );
  const returns = sumToGo(input, 1, how.masked);
  const energy = scoreEnergy(input);
  const sequences = countedPositions(input).map((at, i) => alignedTokens(at, input.offsets[i]!, how.align));
  const advantages = new Float64Array(returns.length);

  for (const { members: group } of groupByLabel(input.groups)) {
    const members = how.countEmpty ? group : group.filter((i) => sequences[i]!.at.length > 0);
    const counted = members.map((i) => sequences[i]!);
    const alone = members.length === 1;
    if (alone && how.singleton === 'zero') continue;
    const baselines = alone ? [] : columnBaselines(counted, returns, energy, how.epsilon);
    const tail = how.zeroTail && !alone ? tailOf(counted, how.tailAtCount) : undefined;
    for (const sequence of counted)
      sequence.at.forEach((t, k) => {
        const column = sequence.columns[k]!;
        const inTail = tail !== undefined && tail.sequence === sequence && column >= tail.from;
        advantages[t] = returns[t]! - (inTail ? 0 : (baselines[column] ?? 0));
      });
  }
  return { advantages, returns };
}

/** @returns W at each counted token; shape [N]. */
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

function alignedTokens(at: readonly number[], start: number, align: 'counted' | 'position'): AlignedTokens {
  return { at, columns: at.map((t, k) => (align === 'counted' ? k : t - start)) };
}

/** @returns B of each column; 0 where no sequence has a counted token. */
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

/** @returns From which column on the longest sequence has no other beside it; undefined if two are longest. */
function tailOf(
  group: readonly AlignedTokens[],
  atCount: boolean,
): { readonly sequence: AlignedTokens; readonly from: number } | undefined {
  const extent = ({ at, columns }: AlignedTokens): number => (atCount ? at.length : (columns.at(-1) ?? -1) + 1);
  const [longest, second] = group.toSorted((a, b) => extent(b) - extent(a));
  if (longest === undefined || second === undefined || extent(longest) === extent(second)) return undefined;
  return { sequence: longest, from: extent(second) };
}
