import type { FailureCause } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import { InfrastructureError } from '../../../rollout/internal/index.js';
import { Refusal } from '../refusal.js';

/** @returns The cause for a rollout that lost a request to a bug in the policy, `normalize`, `isToolError` or `onEvent`. */
export function bugOf(error: unknown): FailureCause {
  return { source: 'policy', message: `a request was not answered: ${errorMessage(error)}`, retryable: false };
}

/** @returns What the infrastructure broke; undefined for a bug. */
export function causeOf(error: unknown): FailureCause | undefined {
  if (error instanceof InfrastructureError) return error.failure;
  return error instanceof Refusal && error.code === 'unavailable'
    ? { source: 'policy', message: error.message, retryable: true }
    : undefined;
}
