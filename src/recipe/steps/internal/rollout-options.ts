import type { RolloutOptions } from '../../../rollout/index.js';
import type { RollOutOptions } from '../roll-out.js';

/** @returns What the rollouts of a step are made with, as `runRollouts` takes it, without the policy. */
export function rolloutOptions({
  tokenizer,
  chatTemplate,
  tools = [],
  sampling,
  seed,
  signal,
  onRollout,
}: Omit<RollOutOptions, 'samples'>): Omit<RolloutOptions, 'policy'> {
  const { maxTokens, maxTurns = 10, temperature = 1, topP = 1 } = sampling;
  return {
    ...{ tokenizer, chatTemplate, tools, maxTokens, maxTurns, temperature, topP, seed, signal },
    ...(onRollout && { onProgress: onRollout }),
  };
}
