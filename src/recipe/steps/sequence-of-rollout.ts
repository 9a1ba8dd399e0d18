import type { Rollout } from '../../base/index.js';
import { checkArgument } from '../../base/internal/index.js';
import type { ConversationLayout } from '../../rollout/internal/index.js';

/**
 * A rollout to learn from as it is: a demonstration that was played, or one that was right (rejection sampling).
 *
 * @throws TypeError for a rollout without tokens.
 *
 * @example
 * await sftStep(learner, rollouts.map(sequenceOfRollout), { step: 1, maxTokensPerPass: 16384 });
 */
export function sequenceOfRollout({ tokens }: Pick<Rollout, 'tokens'>): ConversationLayout {
  checkArgument(tokens, 'rollout.tokens', { ids: 'an array', responseMask: 'an array' });
  return { tokens: tokens!.ids, mask: tokens!.responseMask };
}
