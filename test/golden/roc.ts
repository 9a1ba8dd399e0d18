import { ReleaseError, releaseDownsample, releasePenalties } from '../../src/compat/index.js';
import type { ReleaseDownsampleOptions } from '../../src/compat/release/downsample.js';
import type { RocPenaltyReport } from '../../src/downsample/index.js';
import { attempt, compare, firstDifference, show, TOLERANCES } from './compare.js';
import type { GoldenCheck, GoldenRecord } from './record.js';

interface RecordedRollout {
  readonly uid: string;
  readonly reward: number;
  readonly responseText: string;
}

interface ReleaseConfig {
  readonly roc_error_ratio: boolean;
  readonly roc_answer_format: boolean;
  readonly min_zero_reward_trace_num: number;
  readonly min_non_zero_reward_trace_num: number;
  readonly down_sample_to_n: number;
  readonly do_sample: boolean;
  readonly world_size: number | null;
}

interface Expected {
  readonly penaltyErrorRatio: readonly number[];
  readonly penaltyFormat: readonly number[];
  readonly penaltyTotal?: readonly number[];
  readonly metrics?: object;
  readonly selected?: readonly number[] | null;
  readonly kept?: readonly number[] | null;
  readonly error?: { readonly type: string; readonly message: string };
}

/** `roc.jsonl`: the release's penalties and its resampling, by `compat`. */
export const checkRoc: GoldenCheck = (record) => {
  switch (record['fn']) {
    case 'penalty_weights':
      return checkPenalties(record);
    case 'resample_of_correct':
      return checkResampling(record);
    default:
      throw new Error(`unknown fn ${show(record['fn'])}`);
  }
};

function checkPenalties({ inputs, expected }: GoldenRecord): string | undefined {
  const { responseTexts } = inputs as { responseTexts: readonly string[] };
  const report = releasePenalties(responseTexts, { text: (text) => text });
  const want = expected as Expected;
  return firstDifference(
    () => comparePenalties(report, want),
    () => compare(report.metrics, want.metrics, TOLERANCES.penalty, 'metrics'),
  );
}

function checkResampling({ inputs, options, expected }: GoldenRecord): string | undefined {
  const { rollouts } = inputs as { rollouts: readonly RecordedRollout[] };
  const config = options as ReleaseConfig;
  const want = expected as Expected;
  const report = releasePenalties(rollouts, {
    text: (rollout) => rollout.responseText,
    errorRatioPenalty: config.roc_error_ratio,
    formatPenalty: config.roc_answer_format,
  });
  const outcome = attempt(() => releaseDownsample(rollouts, { ...releaseOptions(config), ...ACCESSORS }));
  return firstDifference(
    () => comparePenalties(report, want),
    () => {
      if (outcome.kind === 'threw')
        return want.error === undefined
          ? `threw ${String(outcome.error)}`
          : compare(pythonTypeOf(outcome.error), want.error.type, TOLERANCES.exact, 'error.type');
      const { kept, selected, metrics } = outcome.value;
      if (want.error !== undefined) return `expected ${want.error.type}, got kept ${show(kept)}`;
      // The release returns no batch where we keep nothing, and has no selection where it does not sample.
      const everything = rollouts.map((_, index) => index);
      return firstDifference(
        () => compare(metrics, want.metrics, TOLERANCES.penalty, 'metrics'),
        () => compare(selected, want.selected ?? everything, TOLERANCES.exact, 'selected'),
        () => compare(kept, want.kept ?? [], TOLERANCES.exact, 'kept'),
      );
    },
  );
}

const ACCESSORS = {
  reward: (rollout: RecordedRollout) => rollout.reward,
  groupBy: (rollout: RecordedRollout) => rollout.uid,
  text: (rollout: RecordedRollout) => rollout.responseText,
};

function releaseOptions(config: ReleaseConfig): Omit<ReleaseDownsampleOptions<RecordedRollout>, 'text'> {
  return {
    keep: config.down_sample_to_n,
    minimumNegatives: config.min_zero_reward_trace_num,
    minimumPositives: config.min_non_zero_reward_trace_num,
    errorRatioPenalty: config.roc_error_ratio,
    formatPenalty: config.roc_answer_format,
    sample: config.do_sample,
    // The release has none where it is null, and fails where it divides by it.
    worldSize: (config.world_size ?? undefined) as number,
  };
}

function comparePenalties({ penalties }: RocPenaltyReport, want: Expected): string | undefined {
  return firstDifference(
    () => compare(penalties.errorRatio, want.penaltyErrorRatio, TOLERANCES.penalty, 'penaltyErrorRatio'),
    () => compare(penalties.format, want.penaltyFormat, TOLERANCES.penalty, 'penaltyFormat'),
    () =>
      want.penaltyTotal === undefined
        ? undefined
        : compare(penalties.total, want.penaltyTotal, TOLERANCES.penalty, 'penaltyTotal'),
  );
}

/** The name of the exception that the release raises where we throw `error`. */
export function pythonTypeOf(error: unknown): string {
  if (error instanceof ReleaseError) return error.pythonType;
  return error instanceof Error ? error.name : String(error);
}
