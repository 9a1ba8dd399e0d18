import type { Rollout, TokenTrace } from '../../../base/index.js';
import { allTraces, generatedLength, maskedCount } from '../../../base/internal/index.js';
import type { SampledGroup, GroupBatch } from '../../../rollout/internal/index.js';
import { REJECTION_CAUSES } from '../dynamic-sampling.js';
import type { SampledRollouts } from '../rl-step-options.js';
import type { FailedRollout } from '../roll-out.js';

interface SampledStep {
  readonly step: number;
  readonly promptsPerStep: number;
  /** Whether an agent set a rollout apart. */
  readonly isSetApart: (rollout: FailedRollout) => boolean;
  /** By version of the weights, its step; in asynchronous sampling. */
  readonly stepOf: ReadonlyMap<string, number> | undefined;
}

/** @returns The rollouts of a step, and the metrics of sampling them. */
export function collectRollouts(
  { groups, accepted }: GroupBatch,
  { step, promptsPerStep, isSetApart, stepOf }: SampledStep,
): SampledRollouts {
  const rejections = groups.flatMap((group) => group.rollouts.map(() => causeOf(group)));
  const taken = groups.filter((group) => causeOf(group) === undefined).flatMap(({ rollouts }) => rollouts);
  const rejected = groups.filter((group) => causeOf(group) !== undefined);
  const failed = groups.flatMap((group) => group.failed);
  const cut = failed.filter(({ cause }) => cause.source === 'cancelled');
  const cutTokens = sum(cut.map(({ generatedTokens = 0 }) => generatedTokens));
  const metrics = {
    'train/num_gen_batches': Math.ceil(groups.length / promptsPerStep),
    'sampling/prompts': groups.length,
    'sampling/accepted_groups': accepted,
    'sampling/rejected_groups': rejected.length,
    ...Object.fromEntries(
      REJECTION_CAUSES.map((cause) => [
        `sampling/rejected_groups/${cause}`,
        rejected.filter((group) => causeOf(group) === cause).length,
      ]),
    ),
    'sampling/failed_rollouts': failed.length - cut.length,
    'sampling/cut_rollouts': cut.length,
    'sampling/cut_tokens': cutTokens,
    'sampling/discarded_tokens':
      sum(failed.map(({ generatedTokens = 0 }) => generatedTokens)) +
      sum(rejected.flatMap(({ rollouts }) => rollouts.map((rollout) => generatedLength(rollout) ?? 0))),
    ...(stepOf && stalenessMetrics(taken, step, stepOf)),
  };
  const setApart = failed.filter(isSetApart);
  return { rollouts: groups.flatMap(({ rollouts }) => rollouts), rejections, setApart, metrics };
}

function causeOf({ verdict }: SampledGroup): string | undefined {
  return verdict.kind === 'rejected' ? verdict.cause : undefined;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * Measures how old the weights are that generated a step's tokens, by the version spans of its rollouts. Tokens of unknown versions (an
 * engine's own names) are left out.
 *
 * @param step - The step that learns.
 * @param stepOf - The step for which each version was the newest.
 * @returns Under SkyRL's names, in steps: mean over tokens, most, and the share of rollouts with a token that is behind; under verl's, of
 *   rollouts that several versions drew: how many, their share, and the most steps between the versions of one.
 */
function stalenessMetrics(
  rollouts: readonly Rollout[],
  step: number,
  stepOf: ReadonlyMap<string, number>,
): { readonly [name: string]: number | null } {
  let [tokens, staleTokens, most, stale, partial, longest] = [0, 0, 0, 0, 0, 0];
  for (const rollout of rollouts) {
    const steps: number[] = [];
    for (const { version, length } of allTraces(rollout).flatMap(versionsOf)) {
      const drawn = stepOf.get(version);
      if (drawn === undefined) continue;
      steps.push(drawn);
      tokens += length;
      staleTokens += length * (step - drawn);
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

/** @returns How many tokens of a path each version drew; tokens with mask 0 are another path's, or not trained on. */
function versionsOf({ weightVersions = [], responseMask }: TokenTrace) {
  return weightVersions
    .map(({ version, start, end }) => ({ version, length: maskedCount(responseMask.subarray(start, end)) }))
    .filter(({ length }) => length > 0);
}
