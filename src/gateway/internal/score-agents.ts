import type { Rollout } from '../../base/index.js';
import { scoreRollouts, type Reward, type RewardFunction } from '../../reward/index.js';

/** @returns The rewards of agents' rollouts: the one that the agent gave itself, else what `reward` says. */
export async function scoreAgents(
  rollouts: readonly Rollout[],
  reward: RewardFunction<Rollout>,
  options: Parameters<typeof scoreRollouts>[2],
): Promise<readonly Reward[]> {
  const unrewarded = rollouts.filter((rollout) => rollout.reward === undefined);
  const judged = unrewarded.length === 0 ? [] : await scoreRollouts(unrewarded, reward, options);
  let next = 0;
  return rollouts.map((rollout) =>
    rollout.reward === undefined ? judged[next++]! : { kind: 'scored', value: rollout.reward },
  );
}
