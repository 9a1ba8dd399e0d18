import * as z from 'zod';
import type { Rollout } from '../base/index.js';
import { rolloutSchema } from '../base/internal/index.js';
import { type EntropyTrace, traceSchema } from './entropy-trace.js';
import { recordShape, type EvaluationRecord } from './evaluation-record.js';

/** One sample of an evaluation, as a line of `samples.jsonl`. */
export interface SampleRecord extends EvaluationRecord {
  readonly dataset: string;
  readonly temperature: number;
  readonly seed: number;
  /** Which of the samples of this problem, temperature and seed, from 0. */
  readonly sample: number;
  /** Why it is undecided or unavailable. */
  readonly reason?: string | undefined;
  /** The conversation, without its tokens, where it was to be kept. */
  readonly rollout?: Rollout | undefined;
  /** What was written and how uncertain the policy was, where entropies were asked for. */
  readonly trace?: EntropyTrace | undefined;
}

export const sampleSchema = z.strictObject({
  dataset: z.string(),
  temperature: z.number(),
  seed: z.int(),
  sample: z.int().nonnegative(),
  ...recordShape,
  reason: z.string().optional(),
  rollout: z.custom<Rollout>((value) => rolloutSchema.safeParse(value).success).optional(),
  trace: traceSchema.optional(),
});

export const samplesSchema = z.array(sampleSchema);
