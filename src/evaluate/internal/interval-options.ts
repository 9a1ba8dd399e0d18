import * as z from 'zod';

/** The schemas of `IntervalOptions`. */
export const intervalShape = {
  level: z.number().gt(0).lt(1).default(0.95),
  resamples: z.int().min(1).max(1_000_000).default(5000),
  method: z.enum(['auto', 'bca', 'percentile']).default('auto'),
  seed: z.union([z.string(), z.number()]).default(0),
};

export const intervalSchema = z.strictObject(intervalShape);

export type IntervalSettings = z.output<typeof intervalSchema>;
