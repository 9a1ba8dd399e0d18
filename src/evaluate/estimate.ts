import * as z from 'zod';
import type { Seed } from '../base/index.js';

/** A number that was measured over problems, and how far it may be from what other problems of the kind would give. */
export interface Estimate {
  readonly value: number;
  /** Null where nothing can be said: fewer than two problems, or a measure without bounds in which all problems agree. */
  readonly interval: Interval | null;
  /** How many problems it rests on. */
  readonly problems: number;
}

/** The ends of a confidence interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** How intervals are made. */
export interface IntervalOptions {
  /** How often the interval holds the truth; default 0.95. */
  readonly level?: number | undefined;
  /** How many samples of problems are drawn, and how often runs are exchanged; default 5000. */
  readonly resamples?: number | undefined;
  /**
   * - `auto` (default): of a share, which lies between 0 and 1, the interval of Clopper and Pearson for as many independent answers as
   *   the samples are worth; of any other measure `bca`; of a difference, the differences that the permutation test does not reject;
   * - `bca`: a bootstrap over problems, corrected for bias and skewness (Efron 1987);
   * - `percentile`: the quantiles of that bootstrap as they are.
   */
  readonly method?: 'auto' | 'bca' | 'percentile' | undefined;
  /** Fixes what is drawn; default 0. */
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
