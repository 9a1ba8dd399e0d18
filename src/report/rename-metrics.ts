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
 * What the other has no counterpart of keeps its own name behind its stage: `rl/toolErrorShareInCorrect`. Step and stage stay.
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

/** One number of a record under the name by which a dashboard files it. */
export type TaggedValue = readonly [tag: string, value: number];

/**
 * @returns The finite numbers of a record, filed by what stands before the first slash: the stage, a group of verl's, or
 *   TRL's `train` and `eval`.
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
