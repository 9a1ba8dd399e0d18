import { z } from 'zod';

/**
 * What was measured at one moment of a run: one line of `metrics.jsonl`.
 *
 * `METRIC_CATALOGUE` lists the names that displays and reports know; any other name is kept and drawn as well.
 */
export interface MetricRecord {
  /** Counts within the stage. */
  readonly step: number;
  /** `sft`, `rl`, `eval` (measured on held-out problems), or a stage of the caller's own. */
  readonly stage: string;
  readonly [name: string]: number | string | null;
}

/** Reads one metric record from plain JSON; a value that was not finite comes back as null. */
export const metricRecordSchema = z
  .object({ step: z.number().nonnegative(), stage: z.string() })
  .catchall(z.union([z.number(), z.string(), z.null()]));

/** @returns A metric's value when the record has it as a finite number; undefined otherwise. */
export function metricValue(record: MetricRecord, name: string): number | undefined {
  const value = record[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
