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
import {
  bySign,
  decide,
  rewardAccessorSchemas,
  type Decision,
  type RewardAccessors,
  type GroupSelection,
} from '../../downsample/compat.js';
import type { RocPenaltyReport } from '../../downsample/index.js';
import { cutTail } from './reject-equal.js';
import { takeByQuotas } from '../internal/quotas.js';
import { measureTexts, releasePenaltySchemas, type ReleasePenaltyOptions, type TextAccessorOf } from './penalties.js';

/** Options of {@link releaseDownsample}. It uses no random numbers, so there is no seed. */
export interface ReleaseDownsampleOptions<R = Rollout> extends RewardAccessors<R>, ReleasePenaltyOptions<R> {
  /** `down_sample_to_n`; 0 or less samples nothing. */
  readonly keep: number;
  /** Number of workers that must divide the number of kept rollouts: the last rollouts of the batch are removed, even within a group. */
  readonly worldSize: number;
  /** `min_zero_reward_trace_num`; −1 is off; with 0 the other sign takes the rest. Default 2. */
  readonly minimumNegatives?: number | undefined;
  /** `min_non_zero_reward_trace_num`. Default 2. */
  readonly minimumPositives?: number | undefined;
  /** `do_sample`; false keeps every rollout and only measures. Default true. */
  readonly sample?: boolean | undefined;
}

const schema = z.strictObject({
  ...rewardAccessorSchemas,
  ...releasePenaltySchemas,
  keep: z.int(),
  worldSize: z.optional(z.int().check(z.positive())),
  minimumNegatives: z._default(z.int(), 2),
  minimumPositives: z._default(z.int(), 2),
  sample: z._default(z.boolean(), true),
});

type Reason = 'whole-group' | 'drawn' | 'not-sampled' | 'small-group';

/** What the release's downsampling keeps, and why. R = rollouts in the input. */
interface ReleaseDownsampleResult extends RocPenaltyReport {
  /** Indices into the input, ascending. */
  readonly kept: readonly number[];
  /** What was taken before the tail was cut; ascending. */
  readonly selected: readonly number[];
  /** The decision for each rollout; shape [R]. */
  readonly decisions: readonly Decision<Reason>[];
}

/**
 * Resample-on-Correct as the public release of the paper's training code does it, index for index, its failures included.
 *
 * Where it differs from `rocDownsample`: penalties are read out of the text; of a group larger than n both shares are rounded
 * half to even, each on its own, and where they do not add up to n it fails; positives are the ones of lowest p_total and
 * negatives the first, in input order; groups with fewer than n are dropped.
 *
 * @throws ReleaseError where the release fails; RangeError for a reward that is not finite, which it takes.
 * @remarks Source: `resample_of_correct` of the public release.
 *
 * @example
 * const { kept } = releaseDownsample(rollouts, { keep: 16, worldSize: 8 });
 */
export function releaseDownsample<R extends Rollout>(
  rollouts: readonly R[],
  options: ReleaseDownsampleOptions<R>,
): ReleaseDownsampleResult;
export function releaseDownsample<R>(
  rollouts: readonly R[],
  options: WithAccessors<TextAccessorOf<R, ReleaseDownsampleOptions<R>>, MissingAccessor<R, 'reward' | 'groupBy'>>,
): ReleaseDownsampleResult;
export function releaseDownsample<R>(
  rollouts: readonly R[],
  options: ReleaseDownsampleOptions<R>,
): ReleaseDownsampleResult {
  const resolved = parseOptions(schema, options);
  const { keep, minimumNegatives, minimumPositives, sample, worldSize } = resolved;
  const minimums = minimumNegatives + minimumPositives;
  if (minimums > keep) {
    const sum = 'options.minimumNegatives + options.minimumPositives';
    throw new ReleaseError('AssertionError', `${sum}: expected at most keep (${keep}), got ${minimums}`);
  }
  if (rollouts.length === 0) throw new ReleaseError('ZeroDivisionError', 'rollouts: expected at least one, got none');
  const { rewards, labels } = readRewards(rollouts, resolved, undefined);
  const report = measureTexts(rollouts, resolved);

  const samples = sample && keep > 0;
  const selections = groupByLabel(labels).map((group) =>
    samples
      ? take(group, rewards, report.penalties.total, resolved)
      : ({
          ...bySign(group, rewards, report.penalties.total),
          selected: group.members,
          reason: 'not-sampled',
        } as const),
  );
  const selected = selections.flatMap((selection) => selection.selected).sort((a, b) => a - b);
  const leftOut = samples ? cutTail(selected, worldSize) : new Set<number>();
  const kept = selected.filter((index) => !leftOut.has(index));
  return { ...report, kept, selected, decisions: decide<Reason>(selections, leftOut, rollouts.length) };
}

function take(
  group: Group,
  rewards: Float64Array,
  penalties: Float64Array,
  { keep, minimumNegatives, minimumPositives }: z.output<typeof schema>,
): GroupSelection<Reason> {
  const signed = bySign(group, rewards, penalties);
  if (group.members.length < keep) return { ...signed, selected: [], reason: 'small-group' };
  if (group.members.length === keep) return { ...signed, selected: group.members, reason: 'whole-group' };
  const selected = takeByQuotas(signed, { keep, minimumNegatives, minimumPositives });
  if (selected.length !== keep)
    throw new ReleaseError(
      'AssertionError',
      `options.keep: the quotas take ${selected.length} of a group, not ${keep}`,
    );
  return { ...signed, selected, reason: 'drawn' };
}

/** Thrown where the public release fails: an assertion error, a division by an empty batch. */
export class ReleaseError extends RangeError {
  override readonly name = 'ReleaseError';

  /** @param pythonType - The exception that the release raises in the same place. */
  constructor(
    readonly pythonType: 'AssertionError' | 'ZeroDivisionError',
    message: string,
  ) {
    super(message);
  }
}
