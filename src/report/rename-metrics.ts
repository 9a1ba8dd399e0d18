import * as z from 'zod';
import type { MetricRecord } from '../base/index.js';
import { checkArgument, parseOptions } from '../base/internal/index.js';
import { peerName } from './internal/peer-names.js';

/** Whose names metrics go by: the recorder's own, or those under which verl or TRL log the same. */
export type MetricNames = 'own' | 'verl' | 'trl';

export const metricNamesSchema = z.enum(['own', 'verl', 'trl']);

/**
 * A record under the names of another trainer, for tools and dashboards that know those.
 *
 * What the other has no counterpart of keeps its own name behind its stage: `rl/toolErrorShareInCorrect`. Step and stage stay.
 *
 * @throws TypeError or RangeError for what is no record, or names that are not known.
 * @example
 * renameMetrics({ step: 1, stage: 'rl', reward: 0.5, rejected: 0.25 }, 'verl');
 * // { step: 1, stage: 'rl', 'critic/score/mean': 0.5, 'rl/rejected': 0.25 }
 */
export function renameMetrics(record: MetricRecord, names: MetricNames): MetricRecord {
  checkArgument(record, 'record', { stage: 'a string' });
  const peer = parseOptions(metricNamesSchema, names, 'names');
  if (peer === 'own') return record;
  const { step, stage, ...metrics } = record;
  const renamed = Object.entries(metrics).map(([name, value]) => [
    peerName(peer, record, name) ?? `${stage}/${name}`,
    value,
  ]);
  return { step, stage, ...(Object.fromEntries(renamed) as Record<string, number | string | null>) };
}
