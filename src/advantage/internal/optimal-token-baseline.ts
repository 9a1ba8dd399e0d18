import type { TokenLayout } from '../../base/index.js';
import { countedPositions } from '../../base/internal/index.js';
import type { OptimalTokenBaselineInput } from '../token-advantages.js';

/** The counted tokens of a sequence: where they stand in the batch, and in which column they meet the others. */
export interface AlignedTokens {
  readonly at: readonly number[];
  readonly columns: readonly number[];
}

/** @returns W at each counted token; shape [N]. */
export function scoreEnergy(input: OptimalTokenBaselineInput): Float64Array {
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

/** @returns B of each column; 0 where no sequence has a counted token. */
export function columnBaselines(
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

/** @returns The counted tokens of every sequence in their columns: their number among the counted ones, or their position. */
export function alignTokens(layout: TokenLayout, align: 'counted' | 'position'): AlignedTokens[] {
  return countedPositions(layout).map((at, i) => ({
    at,
    columns: at.map((t, k) => (align === 'counted' ? k : t - layout.offsets[i]!)),
  }));
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

/** Writes G_t − B_t at the counted tokens of a group; B is 0 in the tail. */
export function subtractBaselines(
  advantages: Float64Array,
  group: readonly AlignedTokens[],
  returns: Float64Array,
  baselines: readonly number[],
  tail: Tail | undefined,
): void {
  for (const sequence of group)
    sequence.at.forEach((t, k) => {
      const column = sequence.columns[k]!;
      const isInTail = tail !== undefined && tail.sequence === sequence && column >= tail.from;
      advantages[t] = returns[t]! - (isInTail ? 0 : (baselines[column] ?? 0));
    });
}
