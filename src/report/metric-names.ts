import { checkArgument } from '../base/internal/index.js';
import type { MetricRecord } from '../base/index.js';
import { METRIC_CATALOGUE, type KnownMetric } from './metric-catalogue.js';

/** Where a value was measured: on held-out problems, or in training. */
export type MetricScope = 'held-out' | 'training';

const HELD_OUT = new Set(['heldout', 'eval', 'evaluation', 'val', 'validation', 'test']);
const PREFIXES = new Set([...HELD_OUT, 'actor', 'critic', 'train', 'training', 'rollout', 'perf', 'sft', 'rl']);

const KEY_OF = new Map<string, KnownMetric>(
  METRIC_CATALOGUE.flatMap(({ key, aliases }) => [key.toLowerCase(), ...aliases].map((name) => [name, key] as const)),
);

/** @returns The name without case, punctuation, a leading room (`actor/`, `heldout/`) and a closing `mean`. */
export function normalizeMetricName(name: string): string {
  const parts = name
    .split('/')
    .map((part) =>
      part
        .toLowerCase()
        .replaceAll('@', 'at')
        .replace(/[^a-z0-9]/g, ''),
    )
    .filter((part) => part !== '');
  while (parts.length > 1 && PREFIXES.has(parts[0]!)) parts.shift();
  if (parts.length > 1 && parts.at(-1) === 'mean') parts.pop();
  return parts.join('');
}

/**
 * @returns Which catalogued metric a name means; undefined for a name of the caller's own.
 *
 * @example
 * metricKey('reward/mean');
 */
export function metricKey(name: string): KnownMetric | undefined {
  checkArgument(name, 'name', 'a string');
  return KEY_OF.get(normalizeMetricName(name));
}

/** @returns Whether a value was measured on held-out problems: its stage says so, or its name's first part. */
export function metricScope(record: Pick<MetricRecord, 'stage'>, name: string): MetricScope {
  const first = name.split('/')[0]!;
  const heldOut = [record.stage, ...(first === name ? [] : [first])].some((part) =>
    HELD_OUT.has(part.toLowerCase().replace(/[^a-z]/g, '')),
  );
  return heldOut ? 'held-out' : 'training';
}
