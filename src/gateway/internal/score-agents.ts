import type { Rollout } from '../../base/index.js';
import type { Reward } from '../../reward/index.js';

/** @returns The rewards of agents' rollouts: the one that the agent gave itself, else what `score` says of those without one. */
export async function scoreAgents(
  rollouts: readonly Rollout[],
  score: (unrewarded: readonly Rollout[]) => Promise<readonly Reward[]>,
): Promise<readonly Reward[]> {
  const unrewarded = rollouts.filter((rollout) => rollout.reward === undefined);
  const judged = unrewarded.length === 0 ? [] : await score(unrewarded);
  let next = 0;
  return rollouts.map((rollout) =>
    rollout.reward === undefined ? judged[next++]! : { kind: 'scored', value: rollout.reward },
  );
}
