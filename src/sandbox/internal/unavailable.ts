import { failureCause, SandboxError } from '../../base/index.js';
import type { SandboxResult } from '../../base/index.js';

/**
 * @param durationMs - What the call has taken until then. Default 0: it was never run.
 * @returns An infrastructure error as a result.
 * @throws What is no SandboxError, as it is.
 */
export function unavailable(error: unknown, durationMs = 0): SandboxResult {
  if (!(error instanceof SandboxError)) throw error;
  return { kind: 'unavailable', cause: failureCause('sandbox', error), durationMs };
}
