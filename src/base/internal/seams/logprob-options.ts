import * as z from 'zod/mini';

/** What every learner reads the options of `Learner.logprobs` with. */
export const logprobOptionsSchema = z.strictObject({
  signal: z.optional(z.instanceof(AbortSignal)),
  weights: z.optional(z.enum(['current', 'reference'])),
});
