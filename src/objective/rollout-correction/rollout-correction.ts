import type { TokenLayout } from '../../base/index.js';
import { importanceWeights } from './importance-weights.js';
import type { ImportanceWeightOptions } from './importance-weights.js';
import { offPolicyMetrics } from './off-policy-metrics.js';
import { rejectRollouts } from './rejection.js';
import type { RejectionOptions } from './rejection.js';

/** Logprobs of both policies on packed tokens; shape [N]. */
export interface RolloutCorrectionInput extends TokenLayout {
  /** log π under the training engine's numbers for the policy that generated. */
  readonly trainLogprobs: ArrayLike<number>;
  /** log π as the inference engine reported it. */
  readonly rolloutLogprobs: ArrayLike<number>;
}

/** Which corrections are made; neither is by default, then only the distance is measured. */
export interface RolloutCorrectionOptions {
  readonly weights?: Omit<ImportanceWeightOptions, 'emptySequences' | 'countEpsilon' | 'emptyBatch'> | undefined;
  readonly rejection?: Omit<RejectionOptions, 'emptySequences' | 'countEpsilon' | 'emptyBatch'> | undefined;
  /** Compatibility with verl: sequences without a counted token count in the metrics. Default `ignore`. */
  readonly emptySequences?: 'ignore' | 'count' | undefined;
  /** Compatibility with verl: added to a count before it divides in a standard deviation (1e-8). Default 0. */
  readonly countEpsilon?: number | undefined;
  /** A batch without counted tokens: nothing to correct (`ignore`, default), or an `error` as in verl. */
  readonly emptyBatch?: 'ignore' | 'error' | undefined;
}

/** What `rolloutCorrection` gives; arrays have shape [N]. */
export interface RolloutCorrection {
  /** Put on the batch as `rolloutWeights`; absent unless asked for. */
  readonly weights?: Float64Array;
  /** The response mask without rejected tokens. */
  readonly mask: Uint8Array;
  /** Under verl's names, with its prefix `rollout_corr/`. */
  readonly metrics: { readonly [name: string]: number };
}

/**
 * Corrects for rollouts that another policy generated than the one that is trained: an inference engine with other
 * arithmetic, or weights of a few steps ago.
 *
 * @throws RangeError or TypeError for shapes that do not fit and options out of range.
 * @remarks Source: verl `rollout_corr_helper.py`; its habits are the compatibility options.
 */
export function rolloutCorrection(
  input: RolloutCorrectionInput,
  options: RolloutCorrectionOptions = {},
): RolloutCorrection {
  const { trainLogprobs, rolloutLogprobs, responseMask } = input;
  const { weights, rejection, emptySequences, countEpsilon, emptyBatch } = options;
  for (const [name, values] of Object.entries({ trainLogprobs, rolloutLogprobs }))
    if (values.length !== responseMask.length)
      throw new RangeError(
        `input.${name}: expected length ${responseMask.length} (response mask), got ${values.length}`,
      );
  const mask = Uint8Array.from(responseMask, (bit) => Number(bit !== 0));
  if (emptyBatch === 'error' && !mask.includes(1))
    throw new RangeError('input.responseMask: expected at least one counted token, got none');
  const logRatios = Float64Array.from(trainLogprobs, (logprob, t) => logprob - rolloutLogprobs[t]!);
  const ratioInput = { ...input, logRatios };
  const weighing = weights && importanceWeights(ratioInput, { ...weights, emptySequences, countEpsilon });
  const rejecting = rejection && rejectRollouts(ratioInput, { ...rejection, emptySequences, countEpsilon });
  const metrics = {
    ...weighing?.metrics,
    ...rejecting?.metrics,
    ...offPolicyMetrics(input, { emptySequences }),
  };
  return {
    ...(weighing && { weights: weighing.weights }),
    mask: rejecting?.mask ?? mask,
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [`rollout_corr/${name}`, value])),
  };
}
