import * as z from 'zod/mini';
import type { TokenLayout } from '../../../base/index.js';
import { checkTokenLayout, parseOptions, underPath } from '../../../base/internal/index.js';
import type { ImportanceWeightOptions, ImportanceWeights } from '../../rollout-correction/importance-weights.js';
import type { LogRatioInput } from '../../rollout-correction/log-ratios.js';
import type { RejectionOptions, RejectionResult } from '../../rollout-correction/rejection.js';

interface Logprobs extends TokenLayout {
  readonly trainLogprobs: ArrayLike<number>;
  readonly rolloutLogprobs: ArrayLike<number>;
}

/** What a rollout correction is made of. */
interface Corrections {
  readonly importanceWeights: (input: LogRatioInput, options: ImportanceWeightOptions) => ImportanceWeights;
  readonly rejectRollouts: (input: LogRatioInput, options: RejectionOptions) => RejectionResult;
  readonly offPolicyMetrics: (input: Logprobs) => { readonly [name: string]: number };
}

// Each correction looks at its own.
const optionsSchema = z.strictObject({ weights: z.optional(z.unknown()), rejection: z.optional(z.unknown()) });

/** Runs the corrections that are asked for and puts their metrics together, with the prefix `rollout_corr/`. */
export function correctRollouts(
  input: Logprobs,
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
