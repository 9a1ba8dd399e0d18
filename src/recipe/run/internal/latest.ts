import * as z from 'zod';

/** What `latest.json` holds: where the last checkpoint was taken, and how much had been written by then. */
export const latestSchema = z.strictObject({
  stage: z.string(),
  step: z.int().nonnegative(),
  records: z.int().nonnegative(),
  samples: z.int().nonnegative(),
});

/** @returns What the checkpoint of a position is called. */
export function checkpointName({ stage, step }: { readonly stage: string; readonly step: number }): string {
  return `${stage}-${step}`;
}
