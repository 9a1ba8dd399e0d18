import * as z from 'zod/mini';
import type { Rollout } from '../../base/index.js';
import {
  groupByLabel,
  parseOptions,
  readRewards,
  type Group,
  type MissingAccessor,
  type WithAccessors,
} from '../../base/internal/index.js';
import { bySign, rewardAccessorSchemas, takeLowest } from '../../downsample/compat.js';
import type { RocPenaltyReport } from '../../downsample/index.js';
import { takeByQuotas } from '../internal/quotas.js';
import { measureTexts, releasePenaltySchemas, type TextAccessorOf } from '../release/penalties.js';
import type { ReleaseDownsampleOptions } from '../release/downsample.js';
import { releaseRejectEqual } from '../release/reject-equal.js';

/** Options of {@link rlinfDownsample}: those of `releaseDownsample`, with minimums of 0 by default. */
export interface RlinfDownsampleOptions<R = Rollout> extends Omit<ReleaseDownsampleOptions<R>, 'worldSize' | 'sample'> {
  /** `reject_equal_reward`: groups whose rewards are equal in float32 are removed too. Default false. */
  readonly rejectEqual?: boolean | undefined;
}

const schema = z.strictObject({
  ...rewardAccessorSchemas,
  ...releasePenaltySchemas,
  keep: z.int(),
  minimumNegatives: z._default(z.int(), 0),
  minimumPositives: z._default(z.int(), 0),
  rejectEqual: z._default(z.boolean(), false),
});

/** What RLinf's downsampling keeps. R = rollouts in the input. */
export interface RlinfDownsampleResult extends RocPenaltyReport {
  /** Indices into the input, ascending. */
  readonly kept: readonly number[];
}

/**
 * Resample-on-Correct as RLinf does it: `releaseDownsample`, but where the quotas do not add up to n it keeps the n of lowest
 * p_total whatever their sign, positives first where they are equal; and no number of workers has to divide the number of kept rollouts.
 *
 * @throws TypeError where a group is larger than n and neither penalty is on, on which RLinf fails; RangeError for a reward that is
 *   not finite, which it takes.
 * @remarks Source: `rlinf/utils/down_sampling.py` of RLinf (a3816b5).
 *
 * @example
 * const { kept } = rlinfDownsample(rollouts, { keep: 16 });
 */
export function rlinfDownsample<R extends Rollout>(
  rollouts: readonly R[],
  options: RlinfDownsampleOptions<R>,
): RlinfDownsampleResult;
export function rlinfDownsample<R>(
  rollouts: readonly R[],
  options: WithAccessors<TextAccessorOf<R, RlinfDownsampleOptions<R>>, MissingAccessor<R, 'reward' | 'groupBy'>>,
): RlinfDownsampleResult;
export function rlinfDownsample<R>(rollouts: readonly R[], options: RlinfDownsampleOptions<R>): RlinfDownsampleResult {
  const resolved = parseOptions(schema, options);
  const { rewards, labels } = readRewards(rollouts, resolved, undefined);
  const report = measureTexts(rollouts, resolved);
  const selected = groupByLabel(labels).flatMap((group) => take(group, rewards, report.penalties.total, resolved));
  const varied = new Set(
    releaseRejectEqual(Array.from(rewards), {
      ...{ reward: (reward: number) => reward, groupBy: (_: number, index: number) => labels[index]! },
      ...{ worldSize: 1, sample: resolved.rejectEqual },
    }).kept,
  );
  return { ...report, kept: selected.filter((index) => varied.has(index)).sort((a, b) => a - b) };
}

function take(
  group: Group,
  rewards: Float64Array,
  penalties: Float64Array,
  { keep, errorRatioPenalty, formatPenalty, ...minimums }: z.output<typeof schema>,
): readonly number[] {
  const size = group.members.length;
  if (keep <= 0 || size === keep) return group.members;
  if (size < keep) return [];
  if (!errorRatioPenalty && !formatPenalty)
    throw new TypeError('options.errorRatioPenalty: expected it or formatPenalty to be on, as RLinf does');
  const { positives, negatives } = bySign(group, rewards, penalties);
  const chosen = takeByQuotas({ positives, negatives }, { keep, ...minimums });
  if (chosen.length === keep) return chosen;
  const everyone = [...positives.indices, ...negatives.indices];
  return takeLowest(
    everyone,
    everyone.map((index) => penalties[index]!),
    keep,
  );
}
