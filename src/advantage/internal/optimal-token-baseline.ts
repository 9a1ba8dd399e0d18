import {
  checkLength,
  checkTokenLayout,
  countedPositions,
  groupByLabel,
  sequenceCount,
} from '../../base/internal/index.js';
import type { OptimalTokenBaselineInput } from '../token-advantages.js';

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
