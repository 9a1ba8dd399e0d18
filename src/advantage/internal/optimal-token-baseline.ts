import * as z from 'zod/mini';
import {
  checkLength,
  checkTokenLayout,
  countedPositions,
  groupByLabel,
  parseOptions,
  sequenceCount,
} from '../../base/internal/index.js';
import type { OptimalTokenBaselineInput, TokenAdvantages } from '../token-advantages.js';
import { rewardToGo } from './reward-sums.js';

/** What another program does differently. */
interface OptimalTokenBaselineHabits {
  /** A group of one: no signal, or its raw return. */
  readonly singleton: 'zero' | 'raw';
  /** The tail begins at a position equal to a count of tokens. */
  readonly tailAtCount: boolean;
  /** Sequences without a counted token make a group larger. */
  readonly countEmpty: boolean;
  /** Returns outside the mask: 0, or those of the next counted token. */
  readonly masked: 'zero' | 'carry';
}

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

/** `optimalTokenBaselineAdvantages` with another program's habits. */
export function optimalTokenBaselineAdvantagesWith(
  input: OptimalTokenBaselineInput,
  options: z.input<typeof optionsSchema>,
  habits: OptimalTokenBaselineHabits,
): TokenAdvantages {
  const how = { ...parseOptions(optionsSchema, options), ...habits };
  const { rewards, oldLogprobs, sumPiSquared, rolloutWeights } = input;
  checkTokenLayout(input, { rewards, oldLogprobs, sumPiSquared, ...(rolloutWeights && { rolloutWeights }) });
  checkLength(input.groups, 'input.groups', sequenceCount(input.offsets), 'sequences');
  const returns = rewardToGo(input, 1, how);
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
