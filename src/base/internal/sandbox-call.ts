import { z } from 'zod';
import { parseOptions } from './options.js';
import type { SandboxCall, SandboxLimits } from '../sandbox.js';

const MIB = 1024 * 1024;

const limitShape = {
  wallMs: z.number().positive().max(86_400_000),
  cpuMs: z.number().positive().max(86_400_000),
  memoryBytes: z.int().min(64 * MIB),
  outputBytes: z
    .int()
    .min(0)
    .max(1024 * MIB),
  processes: z.int().min(1).max(4096),
  fileSizeBytes: z.int().min(0),
};

/** Limits, each optional: overrides of those that hold otherwise. */
export const sandboxLimitsSchema = z
  .strictObject(limitShape)
  .partial()
  .transform(
    (limits) =>
      Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as Partial<SandboxLimits>,
  );

const callSchema = z.strictObject({
  language: z.enum(['python', 'cpp']).optional(),
  code: z.string(),
  stdin: z.string().optional(),
  limits: sandboxLimitsSchema.optional(),
  deterministic: z.boolean().optional(),
  mode: z.enum(['cell', 'script']).optional(),
});

/**
 * Checks a call at the door, as every sandbox does before any work.
 *
 * @throws TypeError or RangeError naming the field (`call.limits.wallMs: expected more than 0, got -1`).
 */
export function checkSandboxCall(call: SandboxCall): SandboxCall {
  parseOptions(callSchema, call, 'call');
  return call;
}
