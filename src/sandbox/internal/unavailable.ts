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

/** A session's state is gone: its interpreter ended, or whoever held it. Nothing brings it back. */
export class SessionLost extends SandboxError {
  constructor(readonly reason: string) {
    super(`the session is lost: ${reason}`);
  }
}

/** Rejects, for what stands in for a function in a browser: the call fails, not the import of the module. */
export function needsNode(what: string): Promise<never> {
  return Promise.reject(new SandboxError(`${what}, which needs Node: a browser has none`));
}
