import { shareInterval } from '../../base/internal/index.js';
import type { Estimate } from '../estimate.js';
import { bootstrapEstimates } from './bootstrap.js';
import type { IntervalSettings } from './interval-options.js';
import { hasWidth, ratioOf, sumsOf, type ClusterTotal } from './statistic.js';

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
