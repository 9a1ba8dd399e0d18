import { klPenalty, type KlTerms } from '../kl.js';
import { BIAS_CORRECTION_LOG_RATIO_LIMIT } from './limits.js';
import type { FilledObjective } from './objective-schema.js';

/**
 * The KL estimates of an objective: kl_t, or ρ_t kl_t where they are corrected for bias, whose derivative is ρ_t (kl_t + kl_t′).
 *
 * @param logprobs - log π, and the same of the reference and of the old policy; shape [N] each.
 */
export function klTerm(
  logprobs: Float64Array,
  { reference, old }: { readonly reference: Float64Array; readonly old: Float64Array },
  { kind, bounded, biasCorrection }: NonNullable<FilledObjective['kl']>,
): KlTerms {
  const { values, derivatives } = klPenalty(logprobs, reference, kind, { bounded });
  if (!biasCorrection) return { values, derivatives };
  const limit = BIAS_CORRECTION_LOG_RATIO_LIMIT;
  for (let t = 0; t < values.length; t++) {
    const logRatio = logprobs[t]! - old[t]!;
    const clamped = Math.min(Math.max(logRatio, -limit), limit);
    const ratio = Math.exp(clamped);
    derivatives[t] = ratio * (derivatives[t]! + (clamped === logRatio ? values[t]! : 0));
    values[t]! *= ratio;
  }
  return { values, derivatives };
}
