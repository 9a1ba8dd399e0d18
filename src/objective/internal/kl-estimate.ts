import * as z from 'zod/mini';
import type { KlKind } from '../../base/index.js';
import type { Operations } from './formula/operations.js';
import { LARGEST_LOG_RATIO } from './loss.js';

/** Reads a `KlKind`. */
export const klKindSchema = z.enum(['k1', 'k2', 'k3', 'abs', 'k1+', 'k2+', 'k3+', 'abs+']);

/** Options of `klPenalty`. */
export const klOptionsSchema = z.strictObject({ bounded: z._default(z.boolean(), true) });

/** k3's log-ratio is clamped to ±20 and its value to ±10, as verl does; no gradient beyond. */
const K3_BOUNDS = { logRatio: 20, value: 10 };
/** Where that is lifted, the log-ratio is clamped to what can be exponentiated. */
const K3_LIFTED = { logRatio: LARGEST_LOG_RATIO, value: Infinity };

/**
 * An estimate of the KL divergence from the reference policy for each token.
 *
 * @param x - log π − log π_ref.
 * @remarks Source: Schulman 2020, "Approximating KL divergence"; arXiv 2512.02556 on a `+`, the value with the gradient of k2.
 */
export function klEstimate<X, C>(m: Operations<X, C>, x: X, kind: KlKind, bounded: boolean): X {
  switch (kind) {
    case 'k1':
      return x;
    case 'abs':
      return m.abs(x);
    case 'k2':
      return m.mul(m.mul(x, x), 0.5);
    case 'k3':
      return k3(m, x, bounded ? K3_BOUNDS : K3_LIFTED);
    case 'k1+':
    case 'k2+':
    case 'k3+':
    case 'abs+':
      return m.withDerivative(x, klEstimate(m, m.detach(x), kind.slice(0, -1) as KlKind, bounded), x);
  }
}

/** exp(−x) + x − 1. */
function k3<X, C>(m: Operations<X, C>, x: X, bounds: typeof K3_BOUNDS): X {
  const clamped = m.clamp(x, -bounds.logRatio, bounds.logRatio);
  // The 1 is taken off inside: what is left near 0 is x² / 2, which float32 would lose; likewise in the derivative.
  const excess = m.expm1(m.neg(m.detach(clamped)));
  const values = m.withDerivative(clamped, m.add(excess, clamped), m.neg(excess));
  return bounds.value === Infinity ? values : m.min(values, bounds.value);
}
