import { z } from 'zod';
import { type Accessor, type Random, type Rollout, type Seed } from '../base/index.js';
import { parseOptions, seedSchema } from '../base/internal/index.js';
import {
  accessorOption,
  rewardAccessorSchemas,
  type OwnPenaltyAccessors,
  type OwnRewardAccessors,
  type RewardAccessors,
} from './accessors.js';
import { ReleaseError } from './release-error.js';
import { penaltyOptionSchemas, type PenaltyOptions } from './roc-penalties.js';

/**
 * A whole set of choices; each can be overridden by its own option.
 *
 * - `paper` (default): halves of each sign, positives drawn with probability ∝ 1 / p_total, negatives uniformly;
 * - `release`: what the public code does, index for index, its failures included;
 * - `uniform`: n of the group at random whatever their rewards: the control that tells the effect of Resample-on-Correct
 *   from that of sampling more.
 */
export type RocStrategy = 'paper' | 'release' | 'uniform';

/** The single choices a strategy is made of. */
export interface RocHabits {
  /**
   * How many of each sign: `floor` as in the paper, `half-even` as in the release; `none` does not look at the rewards,
   * and draws from the group as from its negatives.
   */
  readonly quotas?: 'floor' | 'half-even' | 'none' | undefined;
  /** When `half-even` quotas do not add up to n: `repair` them, or fail with a `ReleaseError` as the release does. */
  readonly quotaMismatch?: 'repair' | 'error' | undefined;
  /** Positives: drawn with probability ∝ 1 / max(p_total, ε), or the ones of lowest p_total, in input order. */
  readonly positives?: 'weighted' | 'lowest-penalty' | undefined;
  /** Negatives: drawn uniformly, or the first ones in input order. */
  readonly negatives?: 'uniform' | 'first' | undefined;
  /** Groups with fewer than n rollouts: `keep` them whole, or `drop` them whole. */
  readonly smallGroups?: 'keep' | 'drop' | undefined;
  /**
   * What goes where `worldSize` does not divide what was selected: the fewest rollouts in whole groups, or the last ones,
   * which may leave part of a group.
   */
  readonly remainder?: 'drop-groups' | 'cut-tail' | undefined;
  /** A batch without rollouts: nothing is kept of it, or a `ReleaseError` as in the release. */
  readonly emptyBatch?: 'accept' | 'error' | undefined;
}

/** What is asked of the downsampling. */
export interface RocSettings<R = Rollout> extends RocHabits, RewardAccessors<R>, PenaltyOptions<R> {
  /**
   * p_total itself, at least 0, in place of tool calls and answers: whatever makes one success worse than another. With it
   * nothing else is read, and there are no metrics.
   */
  readonly penalty?: Accessor<R, number> | undefined;
  /** n, the rollouts kept of each group, at least 1. With `release`, 0 or less samples nothing. */
  readonly keep: number;
  /** Negatives (r <= 0) kept of a group that has that many, whatever their share. Default 0; 2 with `release`, −1 for off. */
  readonly minimumNegatives?: number | undefined;
  /** The same for positives (r > 0). The two together are at most n. */
  readonly minimumPositives?: number | undefined;
  /** ε of 1 / max(p_total, ε). Default 0.05: a clean rollout is ten times as likely as one that made no tool call. */
  readonly penaltyFloor?: number | undefined;
  /** The number of rollouts kept is a multiple of it. Default 1; `release` has no default, as the release has none. */
  readonly worldSize?: number | undefined;
  /** false keeps every rollout and only measures, as the release's `do_sample`. Default true. */
  readonly sample?: boolean | undefined;
}

/** Options of `rocDownsample`. Every strategy but `release` draws at random, so it needs a seed. */
export type RocOptions<R = Rollout> = RocSettings<R> &
  (
    | { readonly strategy?: 'paper' | 'uniform' | undefined; readonly seed: Seed | Random }
    | { readonly strategy: 'release'; readonly seed?: Seed | Random | undefined }
  );

/** The accessors that `rocDownsample` needs for rollouts that are not of the base type, unless `penalty` is given. */
export type OwnRocAccessors<R> = OwnRewardAccessors<R> & OwnPenaltyAccessors<R>;

type Preset = { readonly [Habit in keyof RocHabits]-?: NonNullable<RocHabits[Habit]> } & {
  readonly penalties: 'structured' | 'text';
  readonly minimumNegatives: number;
  readonly minimumPositives: number;
  readonly worldSize?: number;
};

const PAPER: Preset = {
  penalties: 'structured',
  quotas: 'floor',
  quotaMismatch: 'repair',
  positives: 'weighted',
  negatives: 'uniform',
  smallGroups: 'keep',
  remainder: 'drop-groups',
  emptyBatch: 'accept',
  minimumNegatives: 0,
  minimumPositives: 0,
  worldSize: 1,
};

/** What each strategy chooses. */
export const ROC_PRESETS: { readonly [Strategy in RocStrategy]: Preset } = {
  paper: PAPER,
  uniform: { ...PAPER, quotas: 'none' },
  release: {
    penalties: 'text',
    quotas: 'half-even',
    quotaMismatch: 'error',
    positives: 'lowest-penalty',
    negatives: 'first',
    smallGroups: 'drop',
    remainder: 'cut-tail',
    emptyBatch: 'error',
    minimumNegatives: 2,
    minimumPositives: 2,
  },
};

const schema = z.strictObject({
  ...rewardAccessorSchemas,
  ...penaltyOptionSchemas,
  penalty: accessorOption,
  strategy: z.enum(['paper', 'release', 'uniform']),
  keep: z.int(),
  seed: z.optional(seedSchema),
  quotas: z.enum(['floor', 'half-even', 'none']),
  quotaMismatch: z.enum(['repair', 'error']),
  positives: z.enum(['weighted', 'lowest-penalty']),
  negatives: z.enum(['uniform', 'first']),
  smallGroups: z.enum(['keep', 'drop']),
  remainder: z.enum(['drop-groups', 'cut-tail']),
  emptyBatch: z.enum(['accept', 'error']),
  minimumNegatives: z.int(),
  minimumPositives: z.int(),
  penaltyFloor: z.number().positive().default(0.05),
  worldSize: z.int().positive().optional(),
  sample: z.boolean().default(true),
});

/** The options with the strategy's choices filled in. */
export type ResolvedRocOptions = z.output<typeof schema>;

/** @throws TypeError, RangeError or, for minimums above n under `release`, ReleaseError. */
export function resolveRocOptions<R>(options: RocOptions<R>): ResolvedRocOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const strategy = Object.hasOwn(ROC_PRESETS, options.strategy ?? '') ? options.strategy! : 'paper';
  const resolved = parseOptions(schema, { strategy: 'paper', ...ROC_PRESETS[strategy], ...given });
  checkMinimums(resolved);
  if (resolved.strategy !== 'release' && resolved.keep < 1)
    throw new RangeError(`options.keep: expected at least 1, got ${resolved.keep}`);
  if (resolved.seed === undefined && drawsAtRandom(resolved))
    throw new TypeError('options.seed: expected string, number or Random, got undefined');
  return resolved;
}

function checkMinimums({ minimumNegatives, minimumPositives, keep, strategy, quotas }: ResolvedRocOptions): void {
  const sum = minimumNegatives + minimumPositives;
  if (strategy === 'release') {
    if (sum <= keep) return;
    const message = `options.minimumNegatives + options.minimumPositives: expected at most keep (${keep}), got ${sum}`;
    throw new ReleaseError('AssertionError', message);
  }
  for (const [name, value] of Object.entries({ minimumNegatives, minimumPositives })) {
    if (value < 0) throw new RangeError(`options.${name}: expected at least 0, got ${value}`);
    if (value > 0 && quotas === 'none')
      throw new RangeError(`options.${name}: expected 0 (quotas 'none' have no minimums), got ${value}`);
  }
  if (sum > keep)
    throw new RangeError(
      `options.minimumNegatives + options.minimumPositives: expected at most ${keep} (keep), got ${sum}`,
    );
}

function drawsAtRandom({ quotas, positives, negatives }: ResolvedRocOptions): boolean {
  return negatives === 'uniform' || (quotas !== 'none' && positives === 'weighted');
}
