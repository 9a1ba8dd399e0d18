import type { TokenLayout } from '../../base/index.js';
import { importanceWeights } from '../../objective/rollout-correction/importance-weights.js';
import type { ImportanceWeights, LogRatioInput } from '../../objective/rollout-correction/importance-weights.js';
import { REJECTION_STATISTICS, rejectRollouts } from '../../objective/rollout-correction/rejection.js';
import type { RejectionCriterion, RejectionResult, RejectionStatistic } from '../../objective/rollout-correction/rejection.js';
import { rolloutCorrection } from '../../objective/rollout-correction/rollout-correction.js';
import type { RolloutCorrection, RolloutCorrectionInput } from '../../objective/rollout-correction/rollout-correction.js';

/** verl's `RolloutCorrectionConfig`, in its own names. */
export interface VerlRolloutCorrection {
  readonly rollout_is?: string | null;
  readonly rollout_is_threshold?: number | null;
  readonly rollout_is_batch_normalize?: boolean;
  readonly rollout_rs?: string | null;
  readonly rollout_rs_threshold?: unknown;
  readonly bypass_mode?: boolean;
  readonly loss_type?: string;
}

const DISABLED = {
  rollout_is: null,
  rollout_is_threshold: 2,
  rollout_is_batch_normalize: false,
  rollout_rs: null,
  rollout_rs_threshold: null,
  bypass_mode: false,
  loss_type: 'ppo_clip',
} as const satisfies VerlRolloutCorrection;

const GEOMETRIC = { rollout_rs: 'seq_mean_k1', rollout_rs_threshold: '0.999_1.001' } as const;
const K3 = { rollout_rs: 'seq_mean_k3', rollout_rs_threshold: 0.01 } as const;
const TOKEN = { rollout_is: 'token' } as const;
const SEQUENCE = { rollout_is: 'sequence' } as const;
const BYPASS_CLIP = { bypass_mode: true, loss_type: 'ppo_clip' } as const;
const BYPASS_REINFORCE = { bypass_mode: true, loss_type: 'reinforce' } as const;

/** verl's named configurations. */
export const VERL_ROLLOUT_CORRECTION_PRESETS = {
  disabled: DISABLED,
  decoupled_token_is: { ...DISABLED, ...TOKEN },
  decoupled_seq_is: { ...DISABLED, ...SEQUENCE },
  decoupled_seq_is_rs: { ...DISABLED, ...SEQUENCE, rollout_rs: 'seq_sum_k1', rollout_rs_threshold: '0.5_2.0' },
  decoupled_geo_rs: { ...DISABLED, ...GEOMETRIC },
  decoupled_geo_rs_seq_tis: { ...DISABLED, ...SEQUENCE, ...GEOMETRIC },
  decoupled_geo_rs_token_tis: { ...DISABLED, ...TOKEN, ...GEOMETRIC },
  decoupled_k3_rs: { ...DISABLED, ...K3 },
  decoupled_k3_rs_seq_tis: { ...DISABLED, ...SEQUENCE, ...K3 },
  decoupled_k3_rs_token_tis: { ...DISABLED, ...TOKEN, ...K3 },
  bypass_ppo_clip: { ...DISABLED, ...BYPASS_CLIP },
  bypass_ppo_clip_geo_rs: { ...DISABLED, ...BYPASS_CLIP, ...GEOMETRIC },
  bypass_ppo_clip_k3_rs: { ...DISABLED, ...BYPASS_CLIP, ...K3 },
  bypass_pg_is: { ...DISABLED, ...BYPASS_REINFORCE, ...SEQUENCE },
  bypass_pg_geo_rs: { ...DISABLED, ...BYPASS_REINFORCE, ...GEOMETRIC },
  bypass_pg_geo_rs_seq_tis: { ...DISABLED, ...BYPASS_REINFORCE, ...SEQUENCE, ...GEOMETRIC },
  bypass_pg_geo_rs_token_tis: { ...DISABLED, ...BYPASS_REINFORCE, ...TOKEN, ...GEOMETRIC },
} as const satisfies { readonly [name: string]: VerlRolloutCorrection };

export type VerlRolloutCorrectionPreset = keyof typeof VERL_ROLLOUT_CORRECTION_PRESETS;

/** verl's `compute_rollout_correction_weights`. */
export function verlImportanceWeights(input: LogRatioInput, config: VerlRolloutCorrection): ImportanceWeights {
  return importanceWeights(input, {
    level: config.rollout_is as 'token' | 'sequence',
    threshold: config.rollout_is_threshold ?? undefined,
    normalize: config.rollout_is_batch_normalize,
    ...HABITS,
  });
}

/** verl's `compute_rollout_rejection_mask`. */
export function verlRejection(input: LogRatioInput, config: VerlRolloutCorrection): RejectionResult {
  const { rollout_rs: statistics, rollout_rs_threshold: thresholds } = config;
  return rejectRollouts(input, { ...rejectionHabits(statistics, thresholds), ...HABITS });
}

/** verl's `compute_rollout_correction_and_rejection_mask`. */
export function verlRolloutCorrection(input: RolloutCorrectionInput, config: VerlRolloutCorrection): RolloutCorrection {
  const { rollout_is: level, rollout_is_threshold: threshold = 2, rollout_rs: statistics } = config;
  checkCounted(input);
  return rolloutCorrection(input, {
    ...(level != null &&
      threshold != null && {
        weights: { level: level as 'token', threshold, normalize: config.rollout_is_batch_normalize },
      }),
    ...(statistics != null && { rejection: rejectionHabits(statistics, config.rollout_rs_threshold) }),
    ...HABITS,
  });
}

const HABITS = { emptySequences: 'count', countEpsilon: 1e-8, emptyBatch: 'error' } as const;

function rejectionHabits(statistics: unknown, thresholds: unknown) {
  const criteria = parseCriteria(statistics, thresholds);
  return { criteria, ratio: 'rollout/train', crossedBounds: 'reject-all' } as const;
}

function checkCounted({ responseMask }: TokenLayout): void {
  if (!Array.from(responseMask).some((bit) => bit !== 0))
    throw new RangeError('input.responseMask: expected at least one counted token, got none');
}

/**
 * Reads verl's comma-separated criteria and thresholds: `lower_upper` for k1 (a single u means 1/u to u), one upper bound
 * for the others; one threshold may serve all criteria.
 */
function parseCriteria(statistics: unknown, thresholds: unknown): RejectionCriterion[] {
  if (typeof statistics !== 'string') throw new RangeError(`rollout_rs: expected a string, got ${String(statistics)}`);
  if (thresholds == null) throw new RangeError('rollout_rs_threshold: expected a threshold, got none');
  if (typeof thresholds !== 'string' && typeof thresholds !== 'number')
    throw new TypeError('rollout_rs_threshold: expected a string or a number');
  const names = [...new Set(split(statistics))];
  if (names.length === 0) throw new RangeError('rollout_rs: expected at least one option, got none');
  for (const name of names)
    if (!(REJECTION_STATISTICS as readonly string[]).includes(name))
      throw new RangeError(`rollout_rs: expected one of ${REJECTION_STATISTICS.join(', ')}, got ${name}`);
  const specifications = split(String(thresholds));
  if (specifications.length !== 1 && specifications.length !== names.length)
    throw new RangeError(
      `rollout_rs_threshold: expected 1 or ${names.length} thresholds, got ${specifications.length}`,
    );
  return names.map((name, i) => {
    const specification = specifications[specifications.length === 1 ? 0 : i]!;
    return { statistic: name as RejectionStatistic, ...parseBounds(name, specification) };
  });
}

function parseBounds(name: string, specification: string): { readonly upper: number; readonly lower?: number } {
  const cut = specification.indexOf('_');
  if (!name.endsWith('k1')) {
    if (cut >= 0) throw new RangeError(`rollout_rs_threshold: expected one bound for ${name}, got ${specification}`);
    return { upper: positive(pythonFloat(specification), specification) };
  }
  const upper = positive(pythonFloat(cut < 0 ? specification : specification.slice(cut + 1)), specification);
  const lower = cut < 0 ? 1 / upper : positive(pythonFloat(specification.slice(0, cut)), specification);
  return { upper, lower };
}

function positive(value: number, specification: string): number {
  if (!(value > 0)) throw new RangeError(`rollout_rs_threshold: expected positive bounds, got ${specification}`);
  return value;
}

/** Reads a number as Python's float does: underscores may stand between digits (`1.5_2` is 1.52). */
function pythonFloat(text: string): number {
  const digits = '\\d(?:_?\\d)*';
  const number = new RegExp(`^[+-]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:[eE][+-]?${digits})?$`);
  if (!number.test(text.trim())) throw new RangeError(`rollout_rs_threshold: expected a number, got ${text}`);
  return Number(text.trim().replaceAll('_', ''));
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
