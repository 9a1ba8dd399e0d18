import { CountedSequences } from '../internal/counted-sequences.js';
import {
  meanWeight,
  measureWeights,
  parseWeightOptions,
  ratiosOf,
  truncate,
} from '../internal/rollout-correction/importance-weights.js';
import type { LogRatioInput } from './log-ratios.js';

/** How importance weights are worked out. */
export interface ImportanceWeightOptions {
  /** One weight a token, or the product of a sequence's ratios on each of its tokens. */
  readonly level: 'token' | 'sequence';
  /** The largest weight: what is above it is cut off to it (TIS). Default 2. */
  readonly threshold?: number | undefined;
  /** Where given, weights outside [lower, threshold] become 0 rather than being cut off (IcePop; MIS at 0). Default: none. */
  readonly lower?: number | undefined;
  /** Divide the weights by their mean (over tokens, or over sequences). Default false. */
  readonly normalize?: boolean | undefined;
}

/** Weights and what was measured of them, under verl's names. */
export interface ImportanceWeights {
  /** Constant factors of the token losses (`rolloutWeights`); shape [N]; 0 outside the mask. */
  readonly weights: Float64Array;
  readonly metrics: { readonly [name: string]: number };
}

/**
 * Importance weights that correct for the rollout policy not being the one that is trained: min(ρ, threshold), truncated
 * importance sampling (TIS); or with `lower` ρ within [lower, threshold] and 0 outside (IcePop, masked importance sampling).
 *
 * @throws RangeError or TypeError for options out of range.
 * @remarks Metrics describe the weights as they are applied, before normalization; `…_fraction_high` and `…_fraction_low`
 *   say how many ratios were outside [lower (1 / threshold), threshold], and a sequence's `rollout_is_max` and `_min` are of its
 *   ratio. Source: Ionides 2008 (TIS); arXiv 2510.18855 (IcePop).
 */
export function importanceWeights(input: LogRatioInput, options: ImportanceWeightOptions): ImportanceWeights {
  const parsed = parseWeightOptions(options);
  const sequences = CountedSequences.of(input);
  const ratios = ratiosOf(input, sequences, parsed);
  const weights = truncate(ratios, parsed);
  const metrics = measureWeights({ ...input, ratios, weights, least: 0 }, sequences, parsed);
  if (!parsed.normalize) return { weights, metrics };
  const factor = meanWeight(weights, sequences, parsed);
  return {
    weights: weights.map((weight) => weight / factor),
    metrics: { ...metrics, rollout_is_batch_norm_factor: factor },
  };
}
