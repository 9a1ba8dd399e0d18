import * as z from 'zod';
import type { RolloutSample } from '../base/index.js';
import { checkArgument, parseRecord, rolloutSchema } from '../base/internal/index.js';
import { readJsonl } from '../io/index.js';

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
 *
 * @example
 * readRolloutSamples('run/rollouts.jsonl').length;
 */
export function readRolloutSamples(path: string): RolloutSample[] {
  checkArgument(path, 'path', 'a string');
  return readJsonl(path).lines.map(({ value, where }) => {
    const { advantage, ...rest } = parseRecord(sampleSchema, value, where);
    return { ...rest, ...(advantage == null ? {} : { advantage }) } as RolloutSample;
  });
}
