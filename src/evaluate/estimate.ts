import type { Seed } from '../base/index.js';

/** A number that was measured over problems, and how far it may be from what other problems of the kind would give. */
export interface Estimate {
  readonly value: number;
  /** Null where nothing can be said: fewer than two problems. */
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
  /** How many samples of problems are drawn; default 5000. */
  readonly resamples?: number | undefined;
  /** `bca` corrects bias and skewness (Efron 1987); `percentile` takes the quantiles as they are. Default `bca`. */
  readonly method?: 'bca' | 'percentile' | undefined;
  /** Fixes what is drawn; default 0. */
  readonly seed?: Seed | undefined;
}
