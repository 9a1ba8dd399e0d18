import type { TokenLayout } from '../../base/index.js';
import { checkArgument, LAYOUT } from '../../base/internal/index.js';
import { probabilityDifference } from '../internal/rollout-correction/probability-difference.js';
import { correctRollouts } from '../internal/rollout-correction/rollout-correction.js';
import { importanceWeights, type ImportanceWeightOptions } from './importance-weights.js';
import { offPolicyMetrics } from './off-policy-metrics.js';
import { rejectRollouts, type RejectionOptions } from './rejection.js';

/** Logprobs of both policies on packed tokens; shape [N]. */
export interface RolloutCorrectionInput extends TokenLayout {
  /** log π under the training engine's numbers for the policy that generated. */
  readonly trainLogprobs: ArrayLike<number>;
  /** log π as the inference engine reported it. */
  readonly rolloutLogprobs: ArrayLike<number>;
}

/** Which corrections are made; neither is by default, then only the distance is measured. */
export interface RolloutCorrectionOptions {
  readonly weights?: ImportanceWeightOptions | undefined;
  readonly rejection?: RejectionOptions | undefined;
}

/** What `rolloutCorrection` gives; arrays have shape [N]. */
export interface RolloutCorrection {
  /** Put on the batch as `rolloutWeights`; absent unless asked for. */
  readonly weights?: Float64Array;
  /** The response mask without rejected tokens. */
  readonly mask: Uint8Array;
  /**
   * Under verl's names: what a correction measures with its prefix `rollout_corr/`, and how far apart the probabilities are
   * (`training/rollout_probs_diff_mean`, …).
   */
  readonly metrics: { readonly [name: string]: number };
}

/**
 * Corrects for rollouts that another policy generated than the one that is trained: an inference engine with other
 * arithmetic, or weights of a few steps ago.
 *
 * @throws RangeError or TypeError for shapes that do not fit and options out of range.
 * @remarks Source: verl's `rollout_corr_helper.py`.
 *
 * @example
 * rolloutCorrection({ ...layout, trainLogprobs: logprobs, rolloutLogprobs: oldLogprobs }, {}).metrics;
 */
export function rolloutCorrection(
  input: RolloutCorrectionInput,
  options: RolloutCorrectionOptions = {},
): RolloutCorrection {
  checkArgument(input, 'input', { trainLogprobs: 'an array', rolloutLogprobs: 'an array', ...LAYOUT });
  const corrected = correctRollouts(input, options, { importanceWeights, rejectRollouts, offPolicyMetrics });
  return { ...corrected, metrics: { ...corrected.metrics, ...probabilityDifference(input) } };
}
