import * as z from 'zod/mini';
import { checkArgument } from './internal/arguments/check-arguments.js';
import { parseOptions } from './internal/arguments/options.js';

/** Reads a `LearningRateSchedule`. */
export const scheduleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('constant'), warmupSteps: z._default(z.int().check(z.nonnegative()), 0) }),
  z.strictObject({
    kind: z.literal('cosine'),
    warmupSteps: z._default(z.int().check(z.nonnegative()), 0),
    totalSteps: z.int().check(z.positive()),
    /** The rate at the end, as a share of the peak. */
    finalShare: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0),
  }),
]);

/** The learning rate over time: a linear warm-up, then constant, or half a cosine down to `finalShare` of the peak. */
export type LearningRateSchedule = z.input<typeof scheduleSchema>;

/**
 * The learning rate's factor at a step.
 *
 * Warm-up is linear and reaches 1 at step `warmupSteps`: step s (counted from 1) has s / warmupSteps, so the first step
 * already learns. Cosine: f + (1 − f)(1 + cos(π·progress)) / 2.
 *
 * @param step - Counted from 1.
 * @returns A factor in [0, 1].
 * @throws RangeError for a step below 0; TypeError or RangeError for an invalid schedule.
 * @remarks As in transformers, whose schedules however count from 0, so that their first step has rate 0.
 */
export function learningRateFactor(schedule: LearningRateSchedule, step: number): number {
  const parsed = parseOptions(scheduleSchema, schedule, 'schedule');
  checkArgument(step, 'step', 'a number');
  if (!(step >= 0)) throw new RangeError(`step: expected at least 0, got ${step}`);
  if (step < parsed.warmupSteps) return step / parsed.warmupSteps;
  if (parsed.kind === 'constant') return 1;
  const length = Math.max(1, parsed.totalSteps - parsed.warmupSteps);
  const progress = Math.min(1, (step - parsed.warmupSteps) / length);
  return parsed.finalShare + ((1 - parsed.finalShare) * (1 + Math.cos(Math.PI * progress))) / 2;
}
