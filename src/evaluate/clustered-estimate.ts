import { z } from 'zod';
import { parseOptions } from '../base/internal/index.js';
import type { Estimate, IntervalOptions } from './estimate.js';
import { bootstrapEstimates } from './internal/bootstrap.js';
import { intervalSchema } from './internal/interval-options.js';
import { ratioOf, type ClusterTotal } from './internal/statistic.js';

const totalsSchema = z.array(z.object({ sum: z.number(), weight: z.number().nonnegative() }));

/**
 * A mean with its bootstrap interval, clustered by problem: whole problems are drawn with replacement, so that samples of
 * one problem are not mistaken for independent ones.
 *
 * value = Σ sum / Σ weight
 *
 * @param totals - One a problem.
 * @throws RangeError for no problems, or weights that are all 0.
 * @remarks Source: Efron 1987, "Better Bootstrap Confidence Intervals"; on equal draws equal to SciPy's `bootstrap`.
 * @example
 * clusteredEstimate([0, 0.5, 0.5, 1].map((share) => ({ sum: share, weight: 1 }))).value; // 0.5
 */
export function clusteredEstimate(totals: readonly ClusterTotal[], options: IntervalOptions = {}): Estimate {
  parseOptions(totalsSchema, totals, 'totals');
  const [estimate] = bootstrapEstimates([ratioOf(totals)], parseOptions(intervalSchema, options));
  if (estimate === undefined) throw new RangeError('totals: expected a weight above 0, got none');
  return estimate;
}
