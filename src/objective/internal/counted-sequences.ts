import type { TokenLayout } from '../../base/index.js';
import { countedPositions, mean, standardDeviation } from '../../base/internal/index.js';

/** Packed tokens with the log-ratio of two policies: the one that the optimizer step starts from, and the one that generated the tokens. */
export interface LogRatioInput extends TokenLayout {
  /** log π_train − log π_rollout; shape [N]; only counted tokens are read. */
  readonly logRatios: ArrayLike<number>;
}

/** Rollout correction clamps log-ratios to ± this value before it exponentiates them: e²⁰ ≈ 4.9e8. */
export const CORRECTION_LOG_RATIO_LIMIT = 20;

/** @returns The log-ratio clamped to ± `CORRECTION_LOG_RATIO_LIMIT`. */
export function clampLogRatio(value: number): number {
  return Math.min(Math.max(value, -CORRECTION_LOG_RATIO_LIMIT), CORRECTION_LOG_RATIO_LIMIT);
}

/** The counted tokens of each sequence, with sums, means and maxima over them. */
export class CountedSequences {
  /** All counted tokens. */
  readonly all: readonly number[];

  /** @param tokens - The counted tokens of each sequence; shape [S]. */
  constructor(readonly tokens: readonly (readonly number[])[]) {
    this.all = tokens.flat();
  }

  /** @returns The sequences of a layout that have a counted token. */
  static of(layout: TokenLayout): CountedSequences {
    return new CountedSequences(countedPositions(layout).filter((tokens) => tokens.length > 0));
  }

  /**
   * @returns The factor of a mean over `count` tokens: 1, or 0 without tokens. A subclass for a program that adds an epsilon to the count
   *   before it divides returns less than 1.
   */
  shrinkage(count: number): number {
    return count === 0 ? 0 : 1;
  }

  /** @returns The sum over each sequence's counted tokens, 0 without any; shape [S]. */
  sums(value: (token: number) => number): number[] {
    return this.tokens.map((tokens) => tokens.reduce((sum, token) => sum + value(token), 0));
  }

  /** @returns The mean over each sequence's counted tokens, 0 without any; shape [S]. */
  means(value: (token: number) => number): number[] {
    return this.sums(value).map((sum, i) => sum / Math.max(1, this.tokens[i]!.length));
  }

  /** @returns The maximum over each sequence's counted tokens, 0 without any; shape [S]. */
  maxima(value: (token: number) => number): number[] {
    return this.tokens.map((tokens) =>
      tokens.length === 0 ? 0 : tokens.reduce((most, token) => Math.max(most, value(token)), -Infinity),
    );
  }
}

/** @returns The mean; 0 for an empty list. */
export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : mean(values);
}

/** @returns The share of values for which `holds` is true; 0 for an empty list. */
export function shareOf(values: readonly number[], holds: (value: number) => boolean): number {
  return meanOf(values.map((value) => Number(holds(value))));
}

/** @returns The largest value; −Infinity for an empty list. */
export function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

/** @returns The smallest value; Infinity for an empty list. */
export function smallest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

/** @returns The sample standard deviation; 0 for fewer than two values. */
export function sampleDeviation(values: readonly number[]): number {
  return values.length < 2 ? 0 : standardDeviation(values);
}

/**
 * @param shrinkage - Multiplies both means; see `CountedSequences.shrinkage`.
 * @returns The population standard deviation of values clamped to [low, high]; 0 for fewer than two.
 */
export function clampedDeviation(values: readonly number[], low: number, high: number, shrinkage: number): number {
  if (values.length < 2) return 0;
  const clamped = values.map((value) => Math.min(Math.max(value, low), high));
  const center = shrinkage * meanOf(clamped);
  return Math.sqrt(Math.max(0, shrinkage * meanOf(clamped.map((value) => value * value)) - center * center));
}
