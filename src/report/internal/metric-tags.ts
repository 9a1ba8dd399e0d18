import type { MetricRecord } from '../../base/index.js';
import { metricScope } from '../metric-names.js';
import type { MetricNames } from '../rename-metrics.js';
import { metricValue } from './metric-record.js';
import { peerName } from './peer-names.js';

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
