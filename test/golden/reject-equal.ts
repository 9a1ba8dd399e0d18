import { releaseRejectEqual } from '../../src/compat/index.js';
import { attempt, compare, firstDifference, show, TOLERANCES } from './compare.js';
import type { GoldenCheck } from './record.js';
import { pythonTypeOf } from './roc.js';

interface Inputs {
  readonly uids: readonly string[];
  readonly tokenLevelScores: readonly (readonly number[])[];
}

interface ReleaseConfig {
  readonly do_sample: boolean;
  readonly world_size: number | null;
}

interface Expected {
  readonly metrics?: object;
  readonly selected?: readonly number[] | null;
  readonly kept?: readonly number[] | null;
  readonly error?: { readonly type: string };
}

/** `reject_equal.jsonl`: the release's rejection of groups with equal rewards, by `compat`. */
export const checkRejectEqual: GoldenCheck = (record) => {
  if (record['fn'] !== 'reject_equal_reward') throw new Error(`unknown fn ${show(record['fn'])}`);
  const { uids, tokenLevelScores } = record['inputs'] as Inputs;
  const { do_sample: sample, world_size: worldSize } = record['options'] as ReleaseConfig;
  const want = record['expected'] as Expected;
  const rollouts = uids.map((uid, row) => ({ uid, reward: sumFloat32(tokenLevelScores[row] ?? []) }));

  const outcome = attempt(() =>
    releaseRejectEqual(rollouts, {
      sample,
      worldSize: (worldSize ?? undefined) as number,
      reward: ({ reward }) => reward,
      groupBy: ({ uid }) => uid,
    }),
  );
  if (outcome.kind === 'threw')
    return want.error === undefined
      ? `threw ${String(outcome.error)}`
      : compare(pythonTypeOf(outcome.error), want.error.type, TOLERANCES.exact, 'error.type');
  const { kept, selected, metrics } = outcome.value;
  if (want.error !== undefined) return `expected ${want.error.type}, got kept ${show(kept)}`;
  // The release returns no batch where we keep nothing, and has no selection where it does not sample.
  const unselected = sample ? [] : rollouts.map((_, index) => index);
  return firstDifference(
    () => compare(metrics, want.metrics, TOLERANCES.penalty, 'metrics'),
    () => compare(selected, want.selected ?? unselected, TOLERANCES.exact, 'selected'),
    () => compare(kept, want.kept ?? [], TOLERANCES.exact, 'kept'),
  );
};

function sumFloat32(scores: readonly number[]): number {
  return scores.reduce((sum, score) => Math.fround(sum + Math.fround(score)), 0);
}
