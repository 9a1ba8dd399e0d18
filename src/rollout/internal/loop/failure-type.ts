import type { FailureCause } from '../../../base/index.js';

/** @returns Of what kind a failure is: `policy_error`, `sandbox_error`, …; `cancelled` where nothing has failed. */
export function failureType({ source }: FailureCause): string {
  return source === 'cancelled' ? source : `${source}_error`;
}
