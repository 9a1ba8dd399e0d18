import type { Operations } from './formula/operations.js';

/** Bounds that several losses have and no option sets. */

/**
 * The largest log-ratio that is exponentiated where a loss has no limit of its own (`logRatioLimit: Infinity`): e⁸⁰ ≈ 5.5e34
 * leaves room for a product in float32, so that a ratio can never make Infinity · 0.
 */
const LARGEST_LOG_RATIO = 80;

/** @returns The limit, or the largest that can be exponentiated where there is none. */
export function finiteLogRatioLimit(limit: number): number {
  return Math.min(limit, LARGEST_LOG_RATIO);
}

/** @returns Log-ratios clamped to ± the limit, without a gradient beyond. */
export function limitLogRatios<X, C>(m: Operations<X, C>, logRatios: X, limit: number): X {
  const finite = finiteLogRatioLimit(limit);
  return m.clamp(logRatios, -finite, finite);
}

/** Rollout correction exponentiates log-ratios within ± this: e²⁰ ≈ 4.9e8. */
export const CORRECTION_LOG_RATIO_LIMIT = 20;
