import type { Policy } from '../../policy.js';

/** @throws TypeError where entropies are asked for and the policy gives none. */
export function requireEntropies(asked: boolean, policy: Policy): void {
  if (asked && policy.givesEntropies !== true)
    throw new TypeError(
      'options.entropies: expected a policy that gives entropies (createSampler, a learner), got one that gives none',
    );
}
