import * as z from 'zod';
import { parseOptions } from '../base/internal/index.js';
import type { Estimate, IntervalOptions } from './estimate.js';
import { estimateRatios } from './internal/estimate-ratios.js';
import { intervalSchema } from './internal/interval-options.js';
import { isShare, type ClusterTotal } from './internal/statistic.js';

const totalsSchema = z.array(z.object({ sum: z.number(), weight: z.number().nonnegative() }));

/**
 * A mean with its interval, clustered by problem, so that samples of one problem are not mistaken for independent ones. What lies
 * between 0 and 1 in every problem is taken for a share.
 *
 * value = Σ sum / Σ weight
 *
 * @param totals - One a problem.
 * @throws RangeError for no problems, or weights that are all 0.
 * @remarks Source: of a share Clopper and Pearson 1934, Korn and Graubard 1998; else Efron 1987, "Better Bootstrap Confidence Intervals":
 *   on equal draws equal to SciPy's `bootstrap`.
 * @example
 * clusteredEstimate([0, 0.5, 0.5, 1].map((share) => ({ sum: share, weight: 1 }))).value; // 0.5
 */
export function clusteredEstimate(totals: readonly ClusterTotal[], options: IntervalOptions = {}): Estimate {
  parseOptions(totalsSchema, totals, 'totals');
  const [estimate] = estimateRatios([{ totals, isShare: isShare(totals) }], parseOptions(intervalSchema, options));
  if (estimate === undefined) throw new RangeError('totals: expected a weight above 0, got none');
  return estimate;
}
