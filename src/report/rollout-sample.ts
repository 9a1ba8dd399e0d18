import { z } from 'zod';
import type { Rollout } from '../base/index.js';
import { checkArgument, parseRecord, rolloutSchema } from '../base/internal/index.js';
import { readJsonl } from '../io/index.js';

/** A rollout kept for reading: what became of it in its step, and why. */
export interface RolloutSample {
  /** The RL step it was generated in. */
  readonly step: number;
  readonly rollout: Rollout;
  /** Whether it was trained on. */
  readonly kept: boolean;
  /** Why it was kept or dropped, in words, as `describeDecision` gives it: `kept: drawn (8 of 20 positives taken; penalty 0.25)`. */
  readonly reason: string;
  /** What RoC held against it (arXiv 2508.20722 on Resample-on-Correct). */
  readonly penalties?: { readonly errorRatio: number; readonly format: number; readonly total: number };
  readonly advantage?: number;
  readonly groundTruth?: string;
}

const sampleSchema = z.strictObject({
  step: z.number().nonnegative(),
  rollout: rolloutSchema,
  kept: z.boolean(),
  reason: z.string(),
  penalties: z.strictObject({ errorRatio: z.number(), format: z.number(), total: z.number() }).optional(),
  advantage: z.number().nullable().optional(),
  groundTruth: z.string().optional(),
});

/**
 * Reads rollout samples that a `createJsonlSink<RolloutSample>` wrote; an unfinished last line is left out.
 *
 * @throws DatasetError if the file cannot be read or a record does not match; the message names line and field.
 */
export function readRolloutSamples(path: string): RolloutSample[] {
  checkArgument(path, 'path', 'a string');
  return readJsonl(path).lines.map(({ value, where }) => {
    const { advantage, ...rest } = parseRecord(sampleSchema, value, where);
    return { ...rest, ...(advantage == null ? {} : { advantage }) } as RolloutSample;
  });
}
