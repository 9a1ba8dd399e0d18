import * as z from 'zod';
import type { Seed } from '../base/index.js';

/** A value measured over problems, with a confidence interval for other problems of the same kind. */
export interface Estimate {
  readonly value: number;
  /** Null for fewer than two problems, and for an unbounded measure that is equal in all problems. */
  readonly interval: Interval | null;
  /** Number of problems. */
  readonly problems: number;
}

/** The ends of a confidence interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Options of confidence intervals. */
export interface IntervalOptions {
  /** Confidence level; default 0.95. */
  readonly level?: number | undefined;
  /** Number of bootstrap samples, and of permutations; default 5000. */
  readonly resamples?: number | undefined;
  /**
   * - `auto` (default): for a share (between 0 and 1), the interval of Clopper and Pearson with the effective number of independent
   * answers; for any other measure `bca`; for a difference, the differences that the permutation test does not reject;
   * - `bca`: a bootstrap over problems, corrected for bias and skewness (Efron 1987);
   * - `percentile`: the quantiles of that bootstrap.
   */
  readonly method?: 'auto' | 'bca' | 'percentile' | undefined;
  /** Seed of the random numbers; default 0. */
  readonly seed?: Seed | undefined;
}

/** The schemas of `IntervalOptions`. */
export const intervalShape = {
  level: z.number().gt(0).lt(1).default(0.95),
  resamples: z.int().min(1).max(1_000_000).default(5000),
  method: z.enum(['auto', 'bca', 'percentile']).default('auto'),
  seed: z.union([z.string(), z.number()]).default(0),
};

export type IntervalSettings = z.output<z.ZodObject<typeof intervalShape>>;
