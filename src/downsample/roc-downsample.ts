import { toRandom, type Accessor, type Random } from '../base/index.js';
import { groupByLabel, type Group } from '../base/internal/index.js';
import { readRewards, type OwnRewardAccessors, type UnlessRollout } from './accessors.js';
import type { RewardSign, RocDecision, RocOutcome } from './decision.js';
import { leftOver } from './divisibility.js';
import { sampleGroup, type Candidates } from './group-sampling.js';
import { ReleaseError } from './release-error.js';
import { resolveRocOptions, type OwnRocAccessors, type ResolvedRocOptions, type RocOptions } from './roc-options.js';
import { measurePenalties, readPenalties, type OwnPenaltyReport, type RocPenaltyReport } from './roc-penalties.js';

/** What is kept, and why; with the penalties and metrics of the whole input. R = rollouts in the input. */
export type RocResult<Report = RocPenaltyReport> = Report & {
  /** Indices into the input, ascending. */
  readonly kept: readonly number[];
  /** What was taken before the batch was made to divide among `worldSize` workers; ascending. */
  readonly selected: readonly number[];
  /** What became of each rollout; shape [R]. */
  readonly decisions: readonly RocDecision[];
};

/**
 * Resample-on-Correct: keeps n rollouts of each oversampled group, diverse failures and clean successes.
 *
 * Of a group larger than n with P positives and N negatives, ⌊N · n / (P + N)⌋ negatives are drawn uniformly and the
 * rest are positives, drawn one by one with probability ∝ 1 / max(p_total, ε). Every group gives exactly
 * min(n, size) rollouts. What is drawn of a group depends on the seed, its label and its own rollouts in their order;
 * not on other groups, nor on where it stands among them.
 *
 * @param rollouts - Of the base type, or the caller's own with accessors; groups may be interleaved.
 * @throws RangeError for a reward that is not finite (the rollout is named) and for options out of range; TypeError
 *   for options, rewards or labels of the wrong type; ReleaseError where the release's options fail.
 * @remarks Source: PAPER "Resample-on-Correct" (arXiv 2508.20722); under `strategy: 'release'`, `resample_of_correct`
 *   of the public release, index for index. `ROC_PRESETS` lists where the two differ.
 * @example
 * const { kept } = rocDownsample(rollouts, { keep: 16, seed: 'step-12' });
 * const batch = kept.map((index) => rollouts[index]!);
 */
export function rocDownsample<R>(
  rollouts: readonly R[],
  options: RocOptions<R> & { readonly penalty: Accessor<R, number> } & UnlessRollout<R, OwnRewardAccessors<R>>,
): RocResult<OwnPenaltyReport>;
export function rocDownsample<R>(
  rollouts: readonly R[],
  options: RocOptions<R> & UnlessRollout<R, OwnRocAccessors<R>>,
): RocResult;
export function rocDownsample<R>(
  rollouts: readonly R[],
  options: RocOptions<R>,
): RocResult<RocPenaltyReport | OwnPenaltyReport> {
  const resolved = resolveRocOptions(options);
  if (rollouts.length === 0 && resolved.emptyBatch === 'error')
    throw new ReleaseError('ZeroDivisionError', 'rollouts: expected at least one, got none');
  const { rewards, labels } = readRewards(rollouts, resolved);
  const report =
    resolved.penalty === undefined ? measurePenalties(rollouts, resolved) : readPenalties(rollouts, resolved.penalty);

  const random = resolved.seed === undefined ? undefined : toRandom(resolved.seed).fork('downsample');
  const takings = groupByLabel(labels).map((group) => take(group, rewards, report.penalties.total, resolved, random));
  const leftOut = samples(resolved) ? leftOver(takings, resolved, random) : new Set<number>();

  const selected = takings.flatMap((taking) => taking.selected).sort((a, b) => a - b);
  const kept = selected.filter((index) => !leftOut.has(index));
  return { ...report, kept, selected, decisions: decide(takings, leftOut, rollouts.length) };
}

/** What was taken of one group, and why. */
interface Taking {
  readonly label: string | number;
  readonly positives: Candidates;
  readonly negatives: Candidates;
  readonly selected: readonly number[];
  readonly reason: 'whole-group' | 'drawn' | 'not-sampled' | 'small-group';
}

function take(
  { label, members }: Group,
  rewards: Float64Array,
  penalties: Float64Array,
  options: ResolvedRocOptions,
  random: Random | undefined,
): Taking {
  const candidates = (indices: number[]) => ({ indices, penalties: indices.map((index) => penalties[index]!) });
  const positives = candidates(members.filter((index) => rewards[index]! > 0));
  const negatives = candidates(members.filter((index) => rewards[index]! <= 0));
  const group = { label, positives, negatives };
  if (!samples(options)) return { ...group, selected: members, reason: 'not-sampled' };
  if (members.length < options.keep && options.smallGroups === 'drop')
    return { ...group, selected: [], reason: 'small-group' };
  if (members.length <= options.keep) return { ...group, selected: members, reason: 'whole-group' };
  // Quoted, so that the labels 7 and '7' draw apart.
  const stream = random?.fork(`group/${JSON.stringify(label)}`);
  return { ...group, selected: sampleGroup(positives, negatives, options, stream), reason: 'drawn' };
}

function samples({ sample, keep }: ResolvedRocOptions): boolean {
  return sample && keep > 0;
}

function decide(takings: readonly Taking[], leftOut: ReadonlySet<number>, count: number): RocDecision[] {
  const decisions = new Array<RocDecision>(count);
  for (const { positives, negatives, selected, reason } of takings) {
    const members = new Set(selected);
    const decideSign = (sign: RewardSign, { indices, penalties }: Candidates) => {
      const taken = indices.reduce((sum, index) => sum + (members.has(index) ? 1 : 0), 0);
      indices.forEach((index, i) => {
        const { kind, reason: why } = outcomeOf(reason, members.has(index), leftOut.has(index));
        const facts = { kind, reason: why, sign, penalty: penalties[i]!, candidates: indices.length, taken };
        decisions[index] = facts as RocDecision;
      });
    };
    decideSign('positive', positives);
    decideSign('negative', negatives);
  }
  return decisions;
}

function outcomeOf(reason: Taking['reason'], taken: boolean, leftOut: boolean): RocOutcome {
  if (reason === 'small-group') return { kind: 'dropped', reason };
  if (leftOut) return { kind: 'dropped', reason: 'world-size' };
  return taken ? { kind: 'kept', reason } : { kind: 'dropped', reason: 'not-drawn' };
}
