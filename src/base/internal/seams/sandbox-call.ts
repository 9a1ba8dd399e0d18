import * as z from 'zod/mini';
import { parseOptions } from '../arguments/options.js';
import type {
  SandboxCall,
  SandboxLimits,
  IsolationReport,
  BatchOptions,
  Sandbox,
  SandboxResult,
} from '../../sandbox.js';
import { checkArgument } from '../arguments/check-arguments.js';

/** A mebibyte, in bytes. */
export const MIB = 1024 * 1024;

const milliseconds = z.number().check(z.positive(), z.maximum(86_400_000));

/** Overrides of a sandbox's limits, each optional. */
export const sandboxLimitsSchema = z.pipe(
  z.partial(
    z.strictObject({
      wallMs: milliseconds,
      cpuMs: milliseconds,
      memoryBytes: z.int().check(z.minimum(64 * MIB)),
      outputBytes: z.int().check(z.minimum(0), z.maximum(1024 * MIB)),
      processes: z.int().check(z.minimum(1), z.maximum(4096)),
      fileSizeBytes: z.int().check(z.minimum(0)),
    }),
  ),
  z.transform(
    (limits: object) =>
      Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)) as Partial<SandboxLimits>,
  ),
);

const callSchema = z.strictObject({
  language: z.optional(z.enum(['python', 'cpp'])),
  code: z.string(),
  stdin: z.optional(z.string()),
  limits: z.optional(sandboxLimitsSchema),
  deterministic: z.optional(z.boolean()),
  mode: z.optional(z.enum(['cell', 'script'])),
});

/**
 * Checks a call, as every sandbox does before any work.
 *
 * @param name - The caller's name of the call, which starts the message.
 * @throws TypeError or RangeError naming the field (`call.limits.wallMs: expected more than 0, got -1`).
 */
export function checkSandboxCall(call: SandboxCall, name = 'call'): SandboxCall {
  parseOptions(callSchema, call, name);
  return call;
}

/** Isolation levels, the weakest first. */
export const ISOLATION_LEVELS = ['none', 'partial', 'full'] as const satisfies readonly IsolationReport['level'][];

/** Mechanisms that isolate programs on this machine, the strongest first. */
export const MECHANISM_NAMES = ['bubblewrap', 'unshare', 'seccomp', 'wasm'] as const;

/**
 * `Sandbox.runBatch` as concurrent calls of `Sandbox.run`, for backends whose `run` queues.
 *
 * @returns One result a call, in the order of the calls.
 * @throws TypeError or RangeError (rejecting) for a malformed call, named by its index, before any is run; what `run` rejects with.
 */
export async function runCalls(
  run: Sandbox['run'],
  calls: readonly SandboxCall[],
  { signal, onResult }: BatchOptions = {},
): Promise<SandboxResult[]> {
  checkArgument(calls, 'calls', 'an array');
  calls.forEach((call, index) => checkSandboxCall(call, `calls[${index}]`));
  return Promise.all(
    calls.map(async (call, index) => {
      const result = await run(call, { signal });
      onResult?.(result, index);
      return result;
    }),
  );
}
