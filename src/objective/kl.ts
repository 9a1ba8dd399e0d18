import type { KlKind } from '../base/index.js';
import { checkArgument, checkFinite, checkLength, parseOptions } from '../base/internal/index.js';
import { dualOperations, variable, weightedDerivative } from './internal/formula/dual.js';
import { float64Arithmetic } from './internal/formula/float64-arithmetic.js';
import { klEstimate, klKindSchema, klOptionsSchema } from './internal/kl-estimate.js';

/** Estimates and their derivatives; shape [N]. */
export interface KlTerms {
  readonly values: Float64Array;
  /** ∂ value / ∂ log π. */
  readonly derivatives: Float64Array;
}

/**
 * Estimates the KL divergence from the reference policy, token by token.
 *
 * @param logprobs - log π; shape [N].
 * @param referenceLogprobs - log π_ref; shape [N].
 * @param options - `bounded`: whether k3 is clamped, see `KlTerm`. Default true.
 * @throws RangeError for an unknown kind, lengths that differ or numbers that are not finite.
 *
 * @example
 * klPenalty([-1], [-1.5], 'k1').values; // [0.5]
 */
export function klPenalty(
  logprobs: ArrayLike<number>,
  referenceLogprobs: ArrayLike<number>,
  kind: KlKind,
  options: { readonly bounded?: boolean | undefined } = {},
): KlTerms {
  const { bounded } = parseOptions(klOptionsSchema, options);
  parseOptions(klKindSchema, kind, 'kind');
  checkArgument(logprobs, 'logprobs', 'an array');
  checkLength(referenceLogprobs, 'referenceLogprobs', logprobs.length, 'logprobs');
  checkFinite(logprobs, 'logprobs');
  checkFinite(referenceLogprobs, 'referenceLogprobs');
  const arithmetic = float64Arithmetic(Int32Array.of(0, logprobs.length));
  const x = variable(Float64Array.from(logprobs, (logprob, t) => logprob - referenceLogprobs[t]!));
  const estimates = klEstimate(dualOperations(arithmetic), x, kind, bounded);
  const ones = new Float64Array(logprobs.length).fill(1);
  return { values: estimates.value, derivatives: weightedDerivative(arithmetic, estimates, ones) };
}
