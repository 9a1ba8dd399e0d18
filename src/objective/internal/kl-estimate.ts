import * as z from 'zod/mini';
import type { KlKind } from '../../base/index.js';
import type { FormulaOperations } from './formula/operations.js';
import { LARGEST_LOG_RATIO } from './loss.js';

/** Reads a `KlKind`. */
export const klKindSchema = z.enum(['k1', 'k2', 'k3', 'abs', 'k1+', 'k2+', 'k3+', 'abs+']);

/** Options of `klPenalty`. */
export const klOptionsSchema = z.strictObject({ bounded: z._default(z.boolean(), true) });

/** verl clamps the log-ratio of k3 to ±20 and its value to at most 10; there is no gradient beyond. */
const K3_BOUNDS = { logRatio: 20, value: 10 };
/** With `bounded: false`, only the log-ratio is clamped, so that its exponential is finite. */
const K3_UNBOUNDED = { logRatio: LARGEST_LOG_RATIO, value: Infinity };

/**
 * Estimates the KL divergence from the reference policy for each token.
 *
 * @param x - log π − log π_ref.
 * @remarks Source: Schulman 2020, "Approximating KL divergence". Kinds with `+` have the gradient of k2: arXiv 2512.02556.
 */
export function klEstimate<X, C>(m: FormulaOperations<X, C>, x: X, kind: KlKind, bounded: boolean): X {
  switch (kind) {
    case 'k1':
      return x;
    case 'abs':
      return m.abs(x);
    case 'k2':
      return m.mul(m.mul(x, x), 0.5);
    case 'k3':
      return k3(m, x, bounded ? K3_BOUNDS : K3_UNBOUNDED);
    case 'k1+':
    case 'k2+':
    case 'k3+':
    case 'abs+':
      return m.withDerivative(x, klEstimate(m, m.detach(x), kind.slice(0, -1) as KlKind, bounded), x);
  }
}

/** exp(−x) + x − 1. */
function k3<X, C>(m: FormulaOperations<X, C>, x: X, bounds: typeof K3_BOUNDS): X {
  const clamped = m.clamp(x, -bounds.logRatio, bounds.logRatio);
  // expm1 keeps x² / 2 near x = 0, which exp(−x) − 1 in float32 would lose, in the value and in the derivative.
  const excess = m.expm1(m.neg(m.detach(clamped)));
  const values = m.withDerivative(clamped, m.add(excess, clamped), m.neg(excess));
  return bounds.value === Infinity ? values : m.min(values, bounds.value);
}
