import type { MetricRecord } from 'rstar2-agent/report';

/** @returns The held-out pass@1 of a record with its standard error, such as `98.5 % ± 0.9`; `unknown` where it has none. */
export function passAt1Text(record: MetricRecord | undefined): string {
  const [share, error] = [record?.['passAt1'], record?.['passAt1Error']];
  if (typeof share !== 'number') return 'unknown';
  const margin = typeof error === 'number' ? ` ± ${(100 * error).toFixed(1)}` : '';
  return `${(100 * share).toFixed(1)} %${margin}`;
}
