import * as z from 'zod';
import type { Rollout } from '../../base/index.js';
import { argumentError, underPath } from '../../base/internal/index.js';
import { groupAdvantages, type GroupAdvantageOptions } from '../../advantage/index.js';
import { releaseDownsample } from '../../compat/index.js';
import { rejectEqualRewards, type describeDecision } from '../../downsample/index.js';
import { ROC_STRATEGIES } from '../../downsample/internal/index.js';
import { OVERLONG_CHOICES, selectRollouts, type SelectOptions, type SelectResult } from '../../select-rollouts.js';

/** How the G rollouts of a group are chosen, and how their advantages are estimated. */
export interface StepSelection {
  /**
   * - `paper` (default): Resample-on-Correct (`rocDownsample`);
   * - `ranked`: the same, but the positives with the smallest penalty are kept;
   * - `uniform`: at random, without regard to rewards;
   * - `release`: as the public release does (`releaseDownsample` of `rstar2-agent/compat`).
   */
  readonly strategy?: 'paper' | 'ranked' | 'uniform' | 'release' | undefined;
  /** Least number of negatives to keep, if the group has them. Default 0; the release has 2. */
  readonly minimumNegatives?: number | undefined;
  /** The same for positives. */
  readonly minimumPositives?: number | undefined;
  /** ε of 1 / max(p_total, ε); only for `paper`. Default 0.05. */
  readonly penaltyFloor?: number | undefined;
  /** How truncated rollouts are treated, as in `selectRollouts`; not for `release`. Default `as-rewarded`. */
  readonly overlong?: SelectOptions['overlong'];
  /** Whether rollouts with a turn without tool call and answer stay in the loss; not for `release`. Default `keep`. */
  readonly voidTurns?: SelectOptions['voidTurns'];
  /** How advantages are estimated. Default: the paper's GRPO. */
  readonly advantage?: Omit<GroupAdvantageOptions<Rollout>, 'reward' | 'groupBy' | 'among'> | undefined;
}

/** Reads a `StepSelection`. */
export const selectionSchema = z.strictObject({
  strategy: z
    .enum([...ROC_STRATEGIES, 'release'])
    .optional()
    .describe(
      'paper (default): Resample-on-Correct; ranked: positives with the smallest penalty; uniform: at random; release: as the public release.',
    ),
  minimumNegatives: z
    .int()
    .nonnegative()
    .optional()
    .describe('Least number of negatives to keep, if the group has them. Default 0.'),
  minimumPositives: z
    .int()
    .nonnegative()
    .optional()
    .describe('Least number of positives to keep, if the group has them. Default 0.'),
  penaltyFloor: z
    .number()
    .positive()
    .optional()
    .describe('Smallest penalty in the division that gives the weights; only for paper. Default 0.05.'),
  overlong: z
    .enum(OVERLONG_CHOICES)
    .optional()
    .describe('What happens to rollouts that reach the token limit. Default as-rewarded.'),
  voidTurns: z
    .enum(['keep', 'reject'])
    .optional()
    .describe('Whether rollouts with a turn without tool call and answer stay in the loss. Default keep.'),
  advantage: z.looseObject({}).optional().describe('How advantages are estimated. Default: as in GRPO.'),
});

/** @throws TypeError or RangeError, with names below `path`, for options that `selectForStep` refuses. */
export function checkSelection(selection: StepSelection = {}, groupSize: number, path: string): void {
  if ((selection.minimumNegatives ?? 0) + (selection.minimumPositives ?? 0) > groupSize)
    throw new RangeError(`${path}: expected minimums that sum to at most groupSize (${groupSize})`);
  underPath(path, () => selectForStep([], selection, { keep: groupSize, seed: '' }));
}

/** The result of `selectRollouts`; decisions may be the release's, which `describeDecision` knows too. */
interface Selected extends Pick<SelectResult, 'kept' | 'advantages' | 'penalties'> {
  readonly decisions: readonly Parameters<typeof describeDecision>[0][];
}

/**
 * Reject equal → RoC downsample → advantage, over the rollouts with a reward, or those of `among` with one.
 *
 * @throws RangeError for an option that the strategy does not use; what `selectRollouts` and `releaseDownsample` throw.
 */
export function selectForStep(
  rollouts: readonly Rollout[],
  { strategy = 'paper', advantage, ...selection }: StepSelection,
  { keep, seed, among: looked }: { readonly keep: number; readonly seed: string; readonly among?: readonly number[] },
): Selected {
  const among = (looked ?? [...rollouts.keys()]).filter((i) => rollouts[i]!.reward !== undefined);
  const useless = {
    penaltyFloor: strategy !== 'paper',
    overlong: strategy === 'release',
    voidTurns: strategy === 'release',
  };
  for (const name of ['penaltyFloor', 'overlong', 'voidTurns'] as const)
    if (useless[name] && selection[name] !== undefined)
      throw argumentError(
        RangeError,
        `options.${name}`,
        `cannot be used with strategy '${strategy}', got ${selection[name]}`,
      );
  if (strategy !== 'release') return selectRollouts(rollouts, { among, keep, seed, strategy, ...selection, advantage });
  const rejected = rejectEqualRewards(rollouts, { among });
  const varied = rejected.kept.map((i) => rollouts[i]!);
  const { minimumNegatives, minimumPositives } = selection;
  const released =
    varied.length === 0
      ? undefined
      : releaseDownsample(varied, { keep, worldSize: 1, minimumNegatives, minimumPositives });
  const kept = released?.kept.map((i) => rejected.kept[i]!) ?? [];
  // The values belong to groups with mixed rewards only: put each back at its rollout's index.
  const spread = (values?: Float64Array) => {
    const all = new Float64Array(rollouts.length).fill(NaN);
    values?.forEach((value, i) => (all[rejected.kept[i]!] = value));
    return all;
  };
  const decisions: Selected['decisions'][number][] = [...rejected.decisions];
  released?.decisions.forEach((decision, i) => (decisions[rejected.kept[i]!] = decision));
  const { total, errorRatio, format } = released?.penalties ?? {};
  return {
    kept,
    advantages: groupAdvantages(rollouts, { ...advantage, among: kept }),
    decisions,
    penalties: { total: spread(total), errorRatio: spread(errorRatio), format: spread(format) },
  };
}
