import * as z from 'zod/mini';
import type { KlKind } from '../base/index.js';
import { checkFinite, checkLength, parseOptions } from '../base/internal/index.js';
import { k3Bounds } from './internal/limits.js';

export const klKindSchema = z.enum(['k1', 'k2', 'k3', 'abs', 'k1+', 'k2+', 'k3+', 'abs+']);

/** Estimates and their derivatives; shape [N]. */
export interface KlTerms {
  readonly values: Float64Array;
  /** ∂ value / ∂ log π. */
  readonly derivatives: Float64Array;
}

/** Options of {@link klPenalty}. */
export const klOptionsSchema = z.strictObject({ bounded: z._default(z.boolean(), true) });

/**
 * Estimates the KL divergence from the reference policy, token by token.
 *
 * @param logprobs - log π; shape [N].
 * @param referenceLogprobs - log π_ref; shape [N].
 * @param options - `bounded`: whether k3 is cut off, as `KlTerm` says. Default true.
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
  const bounds = k3Bounds(parseOptions(klOptionsSchema, options).bounded);
  parseOptions(klKindSchema, kind, 'kind');
  checkLength(referenceLogprobs, 'referenceLogprobs', logprobs.length, 'logprobs');
  checkFinite(logprobs, 'logprobs');
  checkFinite(referenceLogprobs, 'referenceLogprobs');
  const straightThrough = kind.endsWith('+');
  const base = (straightThrough ? kind.slice(0, -1) : kind) as 'k1' | 'k2' | 'k3' | 'abs';
  const values = new Float64Array(logprobs.length);
  const derivatives = new Float64Array(logprobs.length);
  for (let t = 0; t < values.length; t++) {
    const x = logprobs[t]! - referenceLogprobs[t]!;
    const { value, derivative } = estimate(base, x, bounds);
    values[t] = value;
    derivatives[t] = straightThrough ? x : derivative;
  }
  return { values, derivatives };
}

function estimate(
  kind: 'k1' | 'k2' | 'k3' | 'abs',
  x: number,
  bounds: ReturnType<typeof k3Bounds>,
): { readonly value: number; readonly derivative: number } {
  switch (kind) {
    case 'k1':
      return { value: x, derivative: 1 };
    case 'abs':
      return { value: Math.abs(x), derivative: Math.sign(x) };
    case 'k2':
      return { value: (x * x) / 2, derivative: x };
    case 'k3': {
      const clamped = Math.min(Math.max(x, -bounds.logRatio), bounds.logRatio);
      const value = Math.exp(-clamped) + clamped - 1;
      const inside = clamped === x && value <= bounds.value;
      return { value: Math.min(value, bounds.value), derivative: inside ? 1 - Math.exp(-clamped) : 0 };
    }
  }
}
