import type { BatchOptions, Sandbox, SandboxCall, SandboxResult } from '../../sandbox.js';
import { checkArgument } from '../arguments/check-arguments.js';
import { checkSandboxCall } from './sandbox-call.js';

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
