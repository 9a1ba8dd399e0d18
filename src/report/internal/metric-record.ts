import * as z from 'zod';
import type { MetricRecord } from '../../base/index.js';
import { checkArgument, parseOptions } from '../../base/internal/index.js';

/** Where in a run something was measured. */
export const stepSchema = z.number().nonnegative();

/** What a run measured before, as far as its place on the axis of steps is concerned. */
export const earlierSchema = z.array(z.looseObject({ step: stepSchema, stage: z.string() })).optional();

/** Reads one metric record from plain JSON; a value that was not finite comes back as null. */
export const metricRecordSchema = z
  .object({ step: stepSchema, stage: z.string() })
  .catchall(z.union([z.number(), z.string(), z.null()]));

/** @returns A metric's value when the record has it as a finite number; undefined otherwise. */
export function metricValue(record: MetricRecord, name: string): number | undefined {
  const value = record[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** @throws TypeError or RangeError for what is no record: step and stage say where in the run it belongs. */
export function checkRecord(record: MetricRecord, index: number): void {
  checkArgument(record, `records[${index}]`, { stage: 'a string' });
  parseOptions(stepSchema, record.step, `records[${index}].step`);
}
