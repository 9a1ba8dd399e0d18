import * as z from 'zod/mini';
import type { TokenLayout } from '../../../base/index.js';
import { checkTokenLayout, parseOptions, underPath } from '../../../base/internal/index.js';
import { refuseEmptyBatch, type CorrectionHabits } from './habits.js';
import { importanceWeightsWith } from './importance-weights.js';
import { offPolicyMetricsWith } from './off-policy-metrics.js';
import { rejectRolloutsWith } from './rejection.js';

interface Logprobs extends TokenLayout {
  readonly trainLogprobs: ArrayLike<number>;
  readonly rolloutLogprobs: ArrayLike<number>;
}

interface Corrections {
  readonly weights?: Parameters<typeof importanceWeightsWith>[1] | undefined;
  readonly rejection?: Parameters<typeof rejectRolloutsWith>[1] | undefined;
}

// Each correction looks at its own.
const optionsSchema = z.strictObject({ weights: z.optional(z.unknown()), rejection: z.optional(z.unknown()) });

/** `rolloutCorrection` with another program's habits. */
export function rolloutCorrectionWith(
  input: Logprobs,
  options: Corrections,
  habits: CorrectionHabits,
): { weights?: Float64Array; mask: Uint8Array; metrics: { readonly [name: string]: number } } {
  parseOptions(optionsSchema, options);
  const { weights, rejection } = options;
  const { trainLogprobs, rolloutLogprobs, responseMask } = input;
  checkTokenLayout(input, { trainLogprobs, rolloutLogprobs });
  const mask = Uint8Array.from(responseMask, (bit) => Number(bit !== 0));
  refuseEmptyBatch(!mask.includes(1), habits);
  const logRatios = Float64Array.from(trainLogprobs, (logprob, t) => logprob - rolloutLogprobs[t]!);
  const ratioInput = { ...input, logRatios };
  const weighing = weights && underPath('options.weights', () => importanceWeightsWith(ratioInput, weights, habits));
  const rejecting =
    rejection && underPath('options.rejection', () => rejectRolloutsWith(ratioInput, rejection, habits));
  const metrics = { ...weighing?.metrics, ...rejecting?.metrics, ...offPolicyMetricsWith(input, habits) };
  return {
    ...(weighing && { weights: weighing.weights }),
    mask: rejecting?.mask ?? mask,
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [`rollout_corr/${name}`, value])),
  };
}
