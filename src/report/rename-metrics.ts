import * as z from 'zod';
import type { MetricRecord } from '../base/index.js';
import { checkArgument, parseOptions } from '../base/internal/index.js';
import { metricValue } from './internal/metric-record.js';
import { peerName } from './internal/peer-names.js';
import { metricScope } from './metric-catalogue.js';

/** Naming scheme of metrics: this package's, or the names under which verl or TRL log the same values. */
export type MetricNames = 'own' | 'verl' | 'trl';

export const metricNamesSchema = z.enum(['own', 'verl', 'trl']);

/**
 * A record under the names of another trainer, for tools and dashboards that know those.
 *
 * A metric without a counterpart keeps its name after its stage: `rl/toolErrorShareInCorrect`. Step and stage do not change.
 *
 * @throws TypeError or RangeError for anything but a record, and for unknown names.
 * @example
 * renameMetrics({ step: 1, stage: 'rl', reward: 0.5 }, 'verl'); // { step: 1, stage: 'rl', 'critic/score/mean': 0.5 }
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

/** One number of a record with its name in a dashboard. */
export type TaggedValue = readonly [tag: string, value: number];

/**
 * @returns The finite numbers of a record. The part of a name before the first slash is the stage, a group of verl, or `train` and `eval`
 * of TRL.
 */
export function metricTags(record: MetricRecord, names: MetricNames): TaggedValue[] {
  return Object.keys(record).flatMap((name) => {
    const value = metricValue(record, name);
    return value === undefined || name === 'step' ? [] : [[tagOf(record, name, names), value] as const];
  });
}

function tagOf(record: MetricRecord, name: string, names: MetricNames): string {
  const known = names === 'own' ? undefined : peerName(names, record, name);
  if (known === undefined) return `${record.stage}/${name}`;
  if (names === 'verl') return known;
  // As transformers hands TRL's names to the trackers.
  return metricScope(record, name) === 'held-out' ? known.replace(/^eval_/, 'eval/') : `train/${known}`;
}
