import { checkArgument, mean, standardDeviation } from '../base/internal/index.js';
import type { Verdict } from '../base/index.js';
import type { Reward } from './reward.js';

type Cause = NonNullable<Extract<Verdict, { kind: 'incorrect' }>['cause']>;

/** Why an answer could not be compared. */
const CAUSES = Object.keys({
  'cut-off': true,
  unreadable: true,
  unsupported: true,
  'no-value': true,
  'too-much-work': true,
  error: true,
} satisfies Record<Cause, true>);

/**
 * Summarizes a batch of rewards for a log: `reward/mean`, `reward/std`, `reward/undecided` (the share), and the same
 * under `reward/NAME/` for every part, nested parts as `reward/OUTER/INNER/`. `reward/cause/CAUSE` is the share of answers that got no
 * reward because they could not be compared, such as `reward/cause/unreadable` (see `Verdict`).
 *
 * Means and deviations are over decided rewards; without any, the metric is absent.
 *
 * @example
 * rewardMetrics(await scoreRollouts(rollouts, mathReward()))['reward/mean'];
 */
export function rewardMetrics(rewards: readonly Reward[]): { readonly [name: string]: number } {
  checkArgument(rewards, 'rewards', 'an array');
  const byName = new Map<string, Reward[]>();
  const collect = (name: string, reward: Reward): void => {
    const list = byName.get(name);
    if (list === undefined) byName.set(name, [reward]);
    else list.push(reward);
    for (const part of reward.parts ?? []) collect(`${name}/${part.name}`, part.reward);
  };
  for (const reward of rewards) collect('reward', reward);

  const metrics: { [name: string]: number } = {};
  for (const [name, list] of byName) {
    const values = list.flatMap((reward) => (reward.kind === 'scored' ? [reward.value] : []));
    metrics[`${name}/undecided`] = 1 - values.length / list.length;
    if (values.length > 0) metrics[`${name}/mean`] = mean(values);
    if (values.length > 1) metrics[`${name}/std`] = standardDeviation(values);
    for (const cause of CAUSES) {
      const count = list.filter((reward) => reward.kind === 'scored' && reward.detail?.['cause'] === cause).length;
      if (count > 0) metrics[`${name}/cause/${cause}`] = count / list.length;
    }
  }
  return metrics;
}
