import type { PolicySnapshot } from '../../base/index.js';
import { checkArgument } from '../../base/internal/index.js';
import { samplerPolicy } from './internal/learner/sampler-policy.js';
import type { TinkerSampler } from './tinker-sampler.js';

/**
 * A policy over weights that were saved for sampling: tokens in, tokens out.
 *
 * A request is a sample of its own, so that each may have its seed; the client says how many are under way at once. Logprobs are
 * the server's: at temperature 1 they are what training needs, at others some servers give those of temperature 1.
 *
 * @throws TypeError for what is no sampler.
 * @remarks `minP` is not in the protocol and is refused; entropies are not reported.
 *
 * @example
 * const policy = createTinkerPolicy(await client.createSampler({ baseModel: 'Qwen/Qwen3-8B' }));
 */
export function createTinkerPolicy(sampler: TinkerSampler): PolicySnapshot {
  checkArgument(sampler, 'sampler', { id: 'a string', sample: 'a function' });
  return samplerPolicy(sampler, () => true);
}
