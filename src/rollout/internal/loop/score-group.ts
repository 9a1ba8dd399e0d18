import type { RolloutOutcome } from '../../../base/index.js';
import { giveUpOnAbort } from '../../../io/index.js';
import type { ResolvedRolloutOptions } from '../../rollout-options.js';
import { shownJson } from '../shown-json.js';

/**
 * Scores the completed rollouts of a group that has ended.
 *
 * @returns The outcomes, in their order; a rollout whose reward is undecided stays as it was.
 * @throws RangeError or TypeError for what are no rewards of these rollouts; what `score` throws.
 */
export async function scoreGroup(
  groupId: string,
  outcomes: readonly RolloutOutcome[],
  { score }: ResolvedRolloutOptions,
  signal: AbortSignal,
): Promise<readonly RolloutOutcome[]> {
  const rollouts = outcomes.flatMap((outcome) => (outcome.kind === 'completed' ? [outcome.rollout] : []));
  if (score === undefined || rollouts.length === 0) return outcomes;
  const scores = await giveUpOnAbort(Promise.resolve(score(rollouts, { groupId, signal })), signal);
  if (!Array.isArray(scores) || scores.length !== rollouts.length)
    throw new RangeError(
      `options.score: expected ${rollouts.length} rewards of group ${groupId}, got ${shownJson(scores)}`,
    );
  const rewards = scores.map(readReward);
  let next = 0;
  return outcomes.map((outcome) => {
    if (outcome.kind === 'failed') return outcome;
    const reward = rewards[next++];
    return reward === undefined ? outcome : { kind: 'completed', rollout: { ...outcome.rollout, reward } };
  });
}

function readReward(score: unknown): number | undefined {
  const { kind, value } = (typeof score === 'object' && score !== null ? score : {}) as {
    kind?: unknown;
    value?: unknown;
  };
  if (score === undefined || kind === 'undecided') return undefined;
  const reward = kind === 'scored' ? value : score;
  if (typeof reward !== 'number' || !Number.isFinite(reward))
    throw new TypeError(`options.score: expected finite numbers or rewards, got ${shownJson(score)}`);
  return reward;
}
