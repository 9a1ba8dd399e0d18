import * as z from 'zod';
import type { SandboxResult } from '../../base/index.js';

const common = { durationMs: z.number() };

const schema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['ok', 'error', 'timeout', 'memory', 'output-limit', 'killed']),
    stdout: z.string(),
    stderr: z.string(),
    value: z.string().optional(),
    exitCode: z.int().nullable(),
    ...common,
  }),
  z.object({
    kind: z.literal('unavailable'),
    cause: z.object({ source: z.string(), message: z.string(), retryable: z.boolean() }),
    ...common,
  }),
]);

/** A result from the network; anything else is refused. */
export const sandboxResultSchema = schema.transform((result) => result as SandboxResult);
