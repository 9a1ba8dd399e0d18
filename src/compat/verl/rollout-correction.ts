import { checkArgument, LAYOUT } from '../../base/internal/index.js';
import { correctRollouts } from '../../objective/compat.js';
import {
  REJECTION_STATISTICS,
  type ImportanceWeightOptions,
  type ImportanceWeights,
  type LogRatioInput,
  type OffPolicyInput,
  type RejectionCriterion,
  type RejectionResult,
  type RejectionStatistic,
  type RolloutCorrection,
  type RolloutCorrectionInput,
} from '../../objective/index.js';
import { correctionsOf, refuseEmptyBatch } from './internal/rollout-corrections.js';
import { VERL_VERSION, type VerlVersion } from './version.js';

/** verl's `RolloutCorrectionConfig`, in its own names. */
export interface VerlRolloutCorrection {
  readonly rollout_is?: string | null;
  /** A number, or since 0.10.0.dev `lower_upper` for IcePop. */
  readonly rollout_is_threshold?: number | string | null;
  readonly rollout_is_batch_normalize?: boolean;
  readonly rollout_rs?: string | null;
  readonly rollout_rs_threshold?: unknown;
  readonly bypass_mode?: boolean;
  readonly loss_type?: string;
}

/**
 * verl's `compute_rollout_correction_weights`.
 *
 * @example
 * verlImportanceWeights({ ...layout, logRatios }, { rollout_is: 'token', rollout_is_threshold: 2 }).weights;
 */
export function verlImportanceWeights(
  input: LogRatioInput,
  config: VerlRolloutCorrection,
  version: VerlVersion = VERL_VERSION,
): ImportanceWeights {
  checkArgument(input, 'input', { logRatios: 'an array', ...LAYOUT });
  checkArgument(config, 'config', 'an object');
  const weighed = correctionsOf(version).importanceWeights(input, weighing(config, version));
  refuseNoWeight(weighed.metrics['rollout_is_eff_sample_size']);
  return weighed;
}

/**
 * verl's `compute_rollout_rejection_mask`.
 *
 * @example
 * verlRejection({ ...layout, logRatios }, { rollout_rs: 'token_k1', rollout_rs_threshold: '0.5_2' });
 */
export function verlRejection(
  input: LogRatioInput,
  config: VerlRolloutCorrection,
  version: VerlVersion = VERL_VERSION,
): RejectionResult {
  checkArgument(input, 'input', { logRatios: 'an array', ...LAYOUT });
  checkArgument(config, 'config', 'an object');
  const criteria = parseCriteria(config.rollout_rs, config.rollout_rs_threshold);
  return correctionsOf(version).rejectRollouts(input, { criteria });
}

/**
 * verl's `compute_offpolicy_metrics`.
 *
 * @example
 * verlOffPolicyMetrics({ ...layout, trainLogprobs: logprobs, rolloutLogprobs: oldLogprobs });
 */
export function verlOffPolicyMetrics(input: OffPolicyInput): { readonly [name: string]: number } {
  checkArgument(input, 'input', { trainLogprobs: 'an array', ...LAYOUT });
  return correctionsOf(VERL_VERSION).offPolicyMetrics(input);
}

/**
 * verl's `compute_rollout_correction_and_rejection_mask`.
 *
 * @example
 * const input = { ...layout, trainLogprobs: logprobs, rolloutLogprobs: oldLogprobs };
 * verlRolloutCorrection(input, { rollout_is: 'sequence', rollout_is_threshold: 2 }).metrics;
 */
export function verlRolloutCorrection(
  input: RolloutCorrectionInput,
  config: VerlRolloutCorrection,
  version: VerlVersion = VERL_VERSION,
): RolloutCorrection {
  checkArgument(input, 'input', { trainLogprobs: 'an array', rolloutLogprobs: 'an array', ...LAYOUT });
  checkArgument(config, 'config', 'an object');
  const { rollout_is: level, rollout_is_threshold: threshold = 2, rollout_rs: statistics } = config;
  refuseEmptyBatch(input);
  const corrected = correctRollouts(
    input,
    {
      ...(level != null && threshold != null && { weights: weighing(config, version) }),
      ...(statistics != null && { rejection: { criteria: parseCriteria(statistics, config.rollout_rs_threshold) } }),
    },
    correctionsOf(version),
  );
  refuseNoWeight(corrected.metrics['rollout_corr/rollout_is_eff_sample_size']);
  return corrected;
}

/** verl divides by zero where IcePop leaves no weight at all. */
function refuseNoWeight(effectiveSampleSize: number | undefined): void {
  if (effectiveSampleSize === 0) throw new RangeError('rollout_is_threshold: expected a weight within it, got none');
}

/** Reads verl's `rollout_is_threshold`: one number cuts weights off; `lower_upper` makes those outside 0. */
function weighing(config: VerlRolloutCorrection, version: VerlVersion): ImportanceWeightOptions {
  const { rollout_is: level, rollout_is_threshold: threshold = 2, rollout_is_batch_normalize: normalize } = config;
  const options = { level: level as 'token' | 'sequence', normalize };
  if (typeof threshold !== 'string' || version === '0.8.0.dev')
    return { ...options, threshold: (threshold ?? undefined) as number | undefined };
  const cut = threshold.indexOf('_');
  if (cut < 0) return { ...options, threshold: pythonFloat(threshold, 'rollout_is_threshold') };
  const [lower, upper] = [threshold.slice(0, cut), threshold.slice(cut + 1)];
  return {
    ...options,
    lower: positive(pythonFloat(lower, 'rollout_is_threshold'), threshold, 'rollout_is_threshold'),
    threshold: positive(pythonFloat(upper, 'rollout_is_threshold'), threshold, 'rollout_is_threshold'),
  };
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
  // verl bounds rollout / train, we train / rollout.
  return { upper: 1 / lower, lower: 1 / upper };
}

function positive(value: number, specification: string, name = 'rollout_rs_threshold'): number {
  if (!(value > 0)) throw new RangeError(`${name}: expected positive bounds, got ${specification}`);
  return value;
}

/** Reads a number as Python's float does: underscores may stand between digits (`1.5_2` is 1.52). */
function pythonFloat(text: string, name = 'rollout_rs_threshold'): number {
  const digits = '\\d(?:_?\\d)*';
  const number = new RegExp(`^[+-]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:[eE][+-]?${digits})?$`);
  if (!number.test(text.trim())) throw new RangeError(`${name}: expected a number, got ${text}`);
  return Number(text.trim().replaceAll('_', ''));
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
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
const ICEPOP = { rollout_is_threshold: '0.5_5.0' } as const;
const BYPASS_CLIP = { bypass_mode: true, loss_type: 'ppo_clip' } as const;
const BYPASS_REINFORCE = { bypass_mode: true, loss_type: 'reinforce' } as const;

/** verl's named configurations; those with `icepop` since 0.10.0.dev. */
export const VERL_ROLLOUT_CORRECTION_PRESETS = {
  disabled: DISABLED,
  decoupled_token_is: { ...DISABLED, ...TOKEN },
  decoupled_seq_is: { ...DISABLED, ...SEQUENCE },
  decoupled_token_icepop: { ...DISABLED, ...TOKEN, ...ICEPOP },
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
  bypass_pg_token_icepop: { ...DISABLED, ...BYPASS_REINFORCE, ...TOKEN, ...ICEPOP },
  bypass_pg_geo_rs: { ...DISABLED, ...BYPASS_REINFORCE, ...GEOMETRIC },
  bypass_pg_geo_rs_seq_tis: { ...DISABLED, ...BYPASS_REINFORCE, ...SEQUENCE, ...GEOMETRIC },
  bypass_pg_geo_rs_token_tis: { ...DISABLED, ...BYPASS_REINFORCE, ...TOKEN, ...GEOMETRIC },
} as const satisfies { readonly [name: string]: VerlRolloutCorrection };

/** The names of verl's presets. */
export type VerlRolloutCorrectionPreset = keyof typeof VERL_ROLLOUT_CORRECTION_PRESETS;
