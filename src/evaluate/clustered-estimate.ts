import * as z from 'zod';
import { parseOptions, shareInterval } from '../base/internal/index.js';
import { isShare, type ClusterTotal, hasWidth, ratioOf, sumsOf } from './internal/statistic.js';
import { bootstrapEstimates } from './internal/bootstrap.js';
import { type Estimate, type IntervalOptions, type IntervalSettings, intervalShape } from './estimate.js';

const totalsSchema = z.array(z.object({ sum: z.number(), weight: z.number().nonnegative() }));

/**
 * A mean with its interval, clustered by problem, so that samples of one problem are not mistaken for independent ones. A measure between 0
 * and 1 in every problem counts as a share.
 *
 * value = Σ sum / Σ weight
 *
 * @param totals - One for each problem.
 * @throws RangeError for no problems, or weights that are all 0.
 * @remarks Source: of a share Clopper and Pearson 1934, Korn and Graubard 1998; else Efron 1987, "Better Bootstrap Confidence Intervals":
 *   on equal draws equal to SciPy's `bootstrap`.
 * @example
 * clusteredEstimate([0, 0.5, 0.5, 1].map((share) => ({ sum: share, weight: 1 }))).value; // 0.5
 */
export function clusteredEstimate(totals: readonly ClusterTotal[], options: IntervalOptions = {}): Estimate {
  parseOptions(totalsSchema, totals, 'totals');
  const [estimate] = estimateRatios(
    [{ totals, isShare: isShare(totals) }],
    parseOptions(z.strictObject(intervalShape), options),
  );
  if (estimate === undefined) throw new RangeError('totals: expected a weight above 0, got none');
  return estimate;
}

/** A ratio over problems, and whether it lies between 0 and 1 by what it is. */
export interface Ratio {
  readonly totals: readonly ClusterTotal[];
  readonly isShare: boolean;
}

/** @returns Each ratio with its interval; undefined in the place of one that has no value. */
export function estimateRatios(ratios: readonly Ratio[], settings: IntervalSettings): (Estimate | undefined)[] {
  const isExact = ({ isShare }: Ratio): boolean => isShare && settings.method === 'auto';
  const drawn = ratios.filter((ratio) => !isExact(ratio));
  const estimates = bootstrapEstimates(
    drawn.map(({ totals }) => ratioOf(totals)),
    settings,
  ).map((estimate) => (settings.method === 'auto' ? withWidth(estimate) : estimate));
  return ratios.map((ratio) =>
    isExact(ratio) ? shareEstimate(ratio.totals, settings.level) : estimates[drawn.indexOf(ratio)],
  );
}

function shareEstimate(totals: readonly ClusterTotal[], level: number): Estimate | undefined {
  const statistic = ratioOf(totals);
  const problems = statistic.support.length;
  if (problems === 0) return undefined;
  const value = statistic.of(sumsOf(statistic));
  return { value, interval: problems < 2 ? null : shareInterval(totals, level), problems };
}

/** Where all problems agree in a measure without bounds, they do not tell how far others would be from it. */
function withWidth(estimate: Estimate | undefined): Estimate | undefined {
  const interval = estimate?.interval ?? null;
  return estimate === undefined || interval === null || hasWidth(interval) ? estimate : { ...estimate, interval: null };
}
