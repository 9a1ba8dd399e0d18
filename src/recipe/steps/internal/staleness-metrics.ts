import type { Rollout } from '../../../base/index.js';

/**
 * How far behind the weights are that drew what a step learns from, by the version spans of its rollouts. Tokens of versions that nobody
 * knows here (an engine's own names) are left out.
 *
 * @param step - The step that learns.
 * @param stepOf - The step for which each version was the newest.
 * @returns Under SkyRL's names, in steps: mean over tokens, most, and the share of rollouts with a token that is behind; under verl's, of
 *   rollouts that several versions drew: how many, their share, and the most steps between the versions of one.
 */
export function stalenessMetrics(
  rollouts: readonly Rollout[],
  step: number,
  stepOf: ReadonlyMap<string, number>,
): { readonly [name: string]: number | null } {
  let [tokens, staleTokens, most, stale, partial, longest] = [0, 0, 0, 0, 0, 0];
  for (const rollout of rollouts) {
    const steps: number[] = [];
    for (const { version, start, end } of rollout.tokens?.weightVersions ?? []) {
      const drawn = stepOf.get(version);
      if (drawn === undefined) continue;
      steps.push(drawn);
      tokens += end - start;
      staleTokens += (end - start) * (step - drawn);
    }
    if (steps.length === 0) continue;
    const [oldest, newest] = [Math.min(...steps), Math.max(...steps)];
    most = Math.max(most, step - oldest);
    if (oldest < step) stale++;
    if (newest > oldest) partial++;
    longest = Math.max(longest, newest - oldest);
  }
  const share = (count: number) => (rollouts.length === 0 ? null : count / rollouts.length);
  return {
    'async/staleness_mean': tokens === 0 ? null : staleTokens / tokens,
    'async/staleness_max': tokens === 0 ? null : most,
    'async/staleness_ratio': share(stale),
    'fully_async/partial/total_partial_num': partial,
    'fully_async/partial/partial_ratio': share(partial),
    'fully_async/partial/max_partial_span': longest,
  };
}
