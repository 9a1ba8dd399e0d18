import { failureCause, SandboxError } from '../../base/index.js';
import type { SandboxResult } from '../../base/index.js';

/**
 * @param durationMs - The time that the call took. Default 0: it never ran.
 * @returns An infrastructure error as a result.
 * @throws The error itself, if it is not a SandboxError.
 */
export function unavailable(error: unknown, durationMs = 0): SandboxResult {
  if (!(error instanceof SandboxError)) throw error;
  return { kind: 'unavailable', cause: failureCause('sandbox', error), durationMs };
}

/** A session's state is lost for good: its interpreter ended, or its server or worker did. */
export class SessionLost extends SandboxError {
  constructor(readonly reason: string) {
    super(`the session is lost: ${reason}`);
  }
}

/** Rejects, for what stands in for a function in a browser: the call fails, not the import of the module. */
export function needsNode(what: string): Promise<never> {
  return Promise.reject(new SandboxError(`${what}, which needs Node: it does not run in a browser`));
}
