/** Bounds of the family that no option sets, for plain arrays and for tensors alike. */

/**
 * The largest log-ratio that is exponentiated where a loss has no limit of its own (`logRatioLimit: Infinity`): e⁸⁰ ≈ 5.5e34
 * leaves room for a product in float32, so that a ratio can never make Infinity · 0.
 */
const LARGEST_LOG_RATIO = 80;

/** @returns The limit, or the largest that can be exponentiated where there is none. */
export function finiteLogRatioLimit(limit: number): number {
  return Math.min(limit, LARGEST_LOG_RATIO);
}

/** k3's log-ratio is clamped to ±20 and its value to ±10, as verl does; no gradient beyond. Where that is lifted, the log-ratio to what can be exponentiated. */
const K3_BOUNDS = { logRatio: 20, value: 10 };
const K3_LIFTED = { logRatio: LARGEST_LOG_RATIO, value: Infinity };

/** @returns The bounds of k3. */
export function k3Bounds(bounded: boolean): typeof K3_BOUNDS {
  return bounded ? K3_BOUNDS : K3_LIFTED;
}

/** Where a KL term is corrected for bias, the log of the ratio π / π_old is clamped to ± this, without a gradient beyond. */
export const BIAS_CORRECTION_LOG_RATIO_LIMIT = 20;

/** Bounds of log W in VESPO: log ρ lies within ±20, W within [1e-8, e²⁰]. */
export const VESPO_LOG_BOUNDS: readonly [least: number, most: number] = [Math.log(1e-8), 20];

/** Rollout correction exponentiates log-ratios within ± this: e²⁰ ≈ 4.9e8. */
export const CORRECTION_LOG_RATIO_LIMIT = 20;

/** Added to an importance weight before its logarithm in GMPO's geometric mean: a weight may be 0. */
export const LEAST_IMPORTANCE = 1e-10;

/** DPPO's log-ratios are clamped to ± this; verl's bound. */
export const DPPO_LOG_RATIO_LIMIT = 20;

/** Added to the probabilities of all other tokens in DPPO's binary KL: one token may have all of it. */
export const BINARY_KL_EPSILON = 1e-8;

/** How far a value may move from its old one before the value loss is clipped. */
export const VALUE_CLIP = 0.5;
