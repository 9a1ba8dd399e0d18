import { z } from 'zod';
import type { SandboxCall, SandboxLimits } from '../base/index.js';
import { parseOptions } from '../base/index.js';

const MIB = 1024 * 1024;

/** What a call may use where neither it nor the sandbox's options say otherwise. */
export const DEFAULT_LIMITS: SandboxLimits = Object.freeze({
  wallMs: 10_000,
  cpuMs: 10_000,
  memoryBytes: 1024 * MIB,
  outputBytes: MIB,
  processes: 32,
  fileSizeBytes: 64 * MIB,
});

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
export const limitsSchema = z
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
  limits: limitsSchema.optional(),
  deterministic: z.boolean().optional(),
  mode: z.enum(['cell', 'script']).optional(),
});

/**
 * Checks a call at the door.
 *
 * @throws TypeError or RangeError naming the field (`call.limits.wallMs: expected more than 0, got -1`).
 */
export function checkCall(call: SandboxCall): SandboxCall {
  parseOptions(callSchema, call, 'call');
  return call;
}

/** @returns All limits of a call: its own over the sandbox's over the defaults. */
export function mergeLimits(...overrides: readonly (Partial<SandboxLimits> | undefined)[]): SandboxLimits {
  return Object.assign({}, DEFAULT_LIMITS, ...overrides) as SandboxLimits;
}
