import type { Aggregation, KlKind, Objective, PolicyLoss } from '../../base/index.js';
import { klPenalty } from '../../objective/kl.js';
import type { KlTerms } from '../../objective/kl.js';
import { policyLoss } from '../../objective/policy-loss.js';
import type { PolicyLossInput, PolicyLossResult } from '../../objective/policy-loss.js';
import { verlRolloutCorrection } from './rollout-correction.js';
import type { VerlRolloutCorrection } from './rollout-correction.js';

/**
 * verl's policy losses under verl's names and options, habits included: each is an `Objective` with the options that
 * reproduce it (verl b178a3c, `core_algos.py`).
 */

/** verl's actor options, as far as losses read them. */
export interface VerlActorConfig {
  readonly loss_agg_mode?: string;
  readonly clip_ratio?: number;
  readonly clip_ratio_low?: number | null;
  readonly clip_ratio_high?: number | null;
  readonly clip_ratio_c?: number;
  readonly tau_pos?: number;
  readonly tau_neg?: number;
  readonly policy_loss?: {
    readonly clip_cov_ratio?: number;
    readonly clip_cov_lb?: number;
    readonly clip_cov_ub?: number;
    readonly kl_cov_ratio?: number;
    readonly ppo_kl_coef?: number;
    readonly rollout_correction?: VerlRolloutCorrection | null;
  };
  readonly global_batch_info?: VerlBatchInfo;
}

/** What verl's `agg_loss` is told of the batch that this is a part of. */
export interface VerlBatchInfo {
  readonly dp_size?: number | undefined;
  readonly batch_num_tokens?: number | null | undefined;
  readonly global_batch_size?: number | null | undefined;
  readonly loss_scale_factor?: number | null | undefined;
}

export type VerlPolicyLoss =
  'vanilla' | 'gspo' | 'sapo' | 'gpg' | 'clip_cov' | 'kl_cov' | 'geo_mean' | 'cispo' | 'reinforce' | 'bypass_mode';

/** verl's aggregation modes; `seq-mean-token-sum-norm` knows nothing of `dp_size`. */
export function verlAggregation(mode: string, info: VerlBatchInfo = {}): Aggregation {
  const scale = info.dp_size ?? undefined;
  switch (mode) {
    case 'token-mean':
      return { kind: mode, tokens: info.batch_num_tokens ?? undefined, scale };
    case 'seq-mean-token-sum':
      return { kind: mode, sequences: info.global_batch_size ?? undefined, scale };
    case 'seq-mean-token-mean':
      return { kind: mode, sequences: info.global_batch_size ?? undefined, scale, countEpsilon: 1e-8 };
    case 'seq-mean-token-sum-norm':
      return { kind: mode, divisor: info.loss_scale_factor ?? undefined };
    default:
      throw new RangeError(`loss_agg_mode: expected one of verl's modes, got ${JSON.stringify(mode)}`);
  }
}

/** No limit: verl exponentiates these log-ratios as they are. */
const UNLIMITED = { logRatioLimit: Infinity };

/** Which metrics verl returns for a loss; the others return all three. */
const METRICS: { readonly [loss in VerlPolicyLoss]?: readonly string[] } = {
  gpg: [],
  reinforce: ['actor/ppo_kl'],
  clip_cov: ['actor/pg_clipfrac', 'actor/ppo_kl'],
  kl_cov: ['actor/ppo_kl'],
};
const ALL_METRICS = ['actor/pg_clipfrac', 'actor/ppo_kl', 'actor/pg_clipfrac_lower'];

/**
 * @returns What verl's loss of that name returns, with its gradient, on packed tokens.
 * @throws RangeError where verl raises ValueError or AssertionError.
 */
export function verlPolicyLoss(
  name: VerlPolicyLoss,
  input: PolicyLossInput,
  config: VerlActorConfig = {},
): PolicyLossResult {
  if (name === 'bypass_mode') return bypassMode(input, config);
  const result = policyLoss(input, verlObjective(name, config, input.offsets.length - 1));
  const metrics = (METRICS[name] ?? ALL_METRICS).map((metric) => [metric, result.metrics[metric]!] as const);
  return { ...result, metrics: Object.fromEntries(metrics) };
}

/**
 * The objective that reproduces a loss of verl's.
 *
 * @param sequences - Of the batch; `geo_mean` averages over all of them, those without a counted token included.
 */
export function verlObjective(
  name: Exclude<VerlPolicyLoss, 'bypass_mode'>,
  config: VerlActorConfig,
  sequences: number,
): Objective {
  const sequenceMean = verlAggregation('seq-mean-token-mean', config.global_batch_info);
  const objective = (loss: PolicyLoss, aggregation: Aggregation): Objective => ({
    loss,
    aggregation,
    emptyBatch: 'nan',
  });
  const loss = lossOf(name, config);
  if (name === 'geo_mean')
    return { loss, aggregation: { kind: 'seq-mean-token-mean', sequences: Math.max(1, sequences) } };
  if (name === 'gspo' || name === 'sapo') return objective(loss, sequenceMean);
  return objective(loss, verlAggregation(config.loss_agg_mode ?? 'token-mean', config.global_batch_info));
}

function lossOf(name: Exclude<VerlPolicyLoss, 'bypass_mode'>, config: VerlActorConfig): PolicyLoss {
  const { clip_ratio: clip = 0.2, clip_ratio_low: low = 0.2, clip_ratio_high: high = 0.2, policy_loss } = config;
  const clips = { clipLow: low ?? clip, clipHigh: high ?? clip };
  switch (name) {
    case 'vanilla':
      return { kind: 'clip', ...clips, dualClip: config.clip_ratio_c ?? 3 };
    case 'gspo':
      return { kind: 'gspo', ...clips };
    case 'sapo':
      return { kind: 'sapo', temperaturePositive: config.tau_pos, temperatureNegative: config.tau_neg };
    case 'cispo':
      return { kind: 'cispo', ...clips };
    case 'geo_mean':
      return { kind: 'gmpo', ...clips, countEpsilon: 1e-8 };
    case 'clip_cov':
      return {
        kind: 'clip-cov',
        ...clips,
        ...UNLIMITED,
        ratio: policy_loss?.clip_cov_ratio,
        lower: policy_loss?.clip_cov_lb,
        upper: policy_loss?.clip_cov_ub,
      };
    case 'kl_cov': {
      const { kl_cov_ratio: ratio, ppo_kl_coef: coefficient = 0.1 } = policy_loss ?? {};
      return { kind: 'kl-cov', ...UNLIMITED, ratio, coefficient };
    }
    case 'gpg':
    case 'reinforce':
      return { kind: name };
  }
}

/** verl's bypass mode: the rollout policy stands for the old one, and corrections are made inside the loss. */
function bypassMode(input: PolicyLossInput, config: VerlActorConfig): PolicyLossResult {
  const correction = config.policy_loss?.rollout_correction;
  if (correction == null) throw new RangeError('policy_loss.rollout_correction: expected a configuration, got none');
  const { loss_type: type = 'ppo_clip' } = correction;
  const { mask, weights, metrics } = verlRolloutCorrection(
    { ...input, trainLogprobs: input.logprobs, rolloutLogprobs: input.oldLogprobs },
    correction,
  );
  if (type !== 'reinforce' && type !== 'ppo_clip')
    throw new RangeError(`loss_type: expected 'reinforce' or 'ppo_clip', got ${JSON.stringify(type)}`);
  const rest = { ...input, responseMask: mask, rolloutWeights: type === 'reinforce' ? weights : undefined };
  const result = verlPolicyLoss(type === 'reinforce' ? 'reinforce' : 'vanilla', rest, config);
  return { ...result, metrics: { ...result.metrics, ...metrics } };
}

const KL_NAMES: { readonly [name: string]: KlKind } = { kl: 'k1', mse: 'k2', low_var_kl: 'k3' };

/**
 * verl's `kl_penalty`, aliases included.
 *
 * @param straightThrough - verl refuses every kind that ends in `+` (`error`, default); `works` gives what its
 *   documentation describes, which is what `klPenalty` does.
 */
export function verlKlPenalty(
  logprobs: ArrayLike<number>,
  referenceLogprobs: ArrayLike<number>,
  name: string,
  straightThrough: 'error' | 'works' = 'error',
): KlTerms {
  const plus = name.endsWith('+');
  if (plus && straightThrough === 'error') throw new RangeError(`kl_penalty: ${name} is refused by verl`);
  const base = plus ? name.slice(0, -1) : name;
  return klPenalty(logprobs, referenceLogprobs, `${KL_NAMES[base] ?? base}${plus ? '+' : ''}` as KlKind);
}
