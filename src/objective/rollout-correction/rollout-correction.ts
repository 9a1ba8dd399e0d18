import * as z from 'zod/mini';
import { checkArgument, checkTokenLayout, LAYOUT, parseOptions, underPath } from '../../base/internal/index.js';
import type { LogRatioInput } from '../internal/counted-sequences.js';
import { importanceWeights, type ImportanceWeightOptions, type ImportanceWeights } from './importance-weights.js';
import { offPolicyMetrics, probabilityDifference, type RolloutCorrectionInput } from './off-policy-metrics.js';
import { rejectRollouts, type RejectionOptions, type RejectionResult } from './rejection.js';

/** The corrections to make. Default: none; only the distance between the policies is measured. */
export interface RolloutCorrectionOptions {
  readonly weights?: ImportanceWeightOptions | undefined;
  readonly rejection?: RejectionOptions | undefined;
}

/** The result of `rolloutCorrection`; arrays have shape [N]. */
export interface RolloutCorrection {
  /** Importance weights, for `rolloutWeights` of the batch; only with `options.weights`. */
  readonly weights?: Float64Array;
  /** The response mask without rejected tokens. */
  readonly mask: Uint8Array;
  /**
   * Metrics under verl's names: those of the corrections with the prefix `rollout_corr/`, and the differences between probabilities
   * (`training/rollout_probs_diff_mean`, …).
   */
  readonly metrics: { readonly [name: string]: number };
}

/**
 * Corrects for rollouts whose policy differs from the trained one: an inference engine with other arithmetic, or weights of a few steps
 * ago.
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

/** The functions that a rollout correction calls. */
interface Corrections {
  readonly importanceWeights: (input: LogRatioInput, options: ImportanceWeightOptions) => ImportanceWeights;
  readonly rejectRollouts: (input: LogRatioInput, options: RejectionOptions) => RejectionResult;
  readonly offPolicyMetrics: (input: RolloutCorrectionInput) => { readonly [name: string]: number };
}

// Each correction checks its own options.
const optionsSchema = z.strictObject({ weights: z.optional(z.unknown()), rejection: z.optional(z.unknown()) });

/** Runs the corrections in `options` and joins their metrics under the prefix `rollout_corr/`. */
export function correctRollouts(
  input: RolloutCorrectionInput,
  options: {
    readonly weights?: ImportanceWeightOptions | undefined;
    readonly rejection?: RejectionOptions | undefined;
  },
  { importanceWeights, rejectRollouts, offPolicyMetrics }: Corrections,
): { weights?: Float64Array; mask: Uint8Array; metrics: { readonly [name: string]: number } } {
  parseOptions(optionsSchema, options);
  const { weights, rejection } = options;
  const { trainLogprobs, rolloutLogprobs, responseMask } = input;
  checkTokenLayout(input, { trainLogprobs, rolloutLogprobs });
  const logRatios = Float64Array.from(trainLogprobs, (logprob, t) => logprob - rolloutLogprobs[t]!);
  const ratioInput = { ...input, logRatios };
  const weighing = weights && underPath('options.weights', () => importanceWeights(ratioInput, weights));
  const rejecting = rejection && underPath('options.rejection', () => rejectRollouts(ratioInput, rejection));
  const metrics = { ...weighing?.metrics, ...rejecting?.metrics, ...offPolicyMetrics(input) };
  return {
    ...(weighing && { weights: weighing.weights }),
    mask: rejecting?.mask ?? Uint8Array.from(responseMask, (bit) => Number(bit !== 0)),
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [`rollout_corr/${name}`, value])),
  };
}
