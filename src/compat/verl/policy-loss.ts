import type { Aggregation, Objective, TokenLayout } from '../../base/index.js';
import { aggregationWeights, checkArgument, LAYOUT, parseOptions } from '../../base/internal/index.js';
import { objectiveSchema, policyLossBy, type Loss, LOSSES, type FormulaOperations } from '../../objective/compat.js';
import { policyLoss, type PolicyLossInput, type PolicyLossResult } from '../../objective/index.js';
import { checkKnown, checkName } from './internal/known-options.js';
import { verlAggregation, verlWeights, type VerlBatchInfo } from './aggregate-loss.js';
import { verlRolloutCorrection, type VerlRolloutCorrection } from './rollout-correction.js';
import { VERL_VERSION, type VerlVersion, VERL_COUNT_EPSILON } from './version.js';

/**
 * verl's policy losses under verl's names and options, quirks included: each is an objective with the options that
 * reproduce it (`core_algos.py` of verl).
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
    readonly dro_beta?: number | null;
    readonly rollout_correction?: VerlRolloutCorrection | null;
  };
  readonly global_batch_info?: VerlBatchInfo;
}

const CONFIG =
  'loss_agg_mode clip_ratio clip_ratio_low clip_ratio_high clip_ratio_c tau_pos tau_neg policy_loss global_batch_info';
const POLICY_LOSS = 'clip_cov_ratio clip_cov_lb clip_cov_ub kl_cov_ratio ppo_kl_coef dro_beta rollout_correction';

const VERL_LOSSES = [
  ...(['vanilla', 'dppo_tv', 'dppo_kl', 'gspo', 'sapo', 'gpg', 'clip_cov', 'kl_cov', 'geo_mean'] as const),
  ...(['cispo', 'dro', 'reinforce', 'bypass_mode'] as const),
] as const;

/** The losses that verl registers, by its names. */
export type VerlPolicyLoss = (typeof VERL_LOSSES)[number];

/** No limit: verl exponentiates these log-ratios as they are. */
const UNLIMITED = { logRatioLimit: Infinity };

/** Which metrics verl returns for a loss; the others return all three. */
const METRICS: { readonly [loss in VerlPolicyLoss]?: readonly string[] } = {
  gpg: [],
  dro: ['actor/ppo_kl'],
  reinforce: ['actor/ppo_kl'],
  clip_cov: ['actor/pg_clipfrac', 'actor/ppo_kl'],
  kl_cov: ['actor/ppo_kl'],
};
const ALL_METRICS = ['actor/pg_clipfrac', 'actor/ppo_kl', 'actor/pg_clipfrac_lower'];

/**
 * @returns What verl's loss of that name returns, with its gradient, on packed tokens.
 * @throws RangeError where verl raises ValueError or AssertionError, for an unknown name too; TypeError for an option that no
 *   loss reads. Both answer with the list.
 *
 * @example
 * verlPolicyLoss('vanilla', { logprobs, oldLogprobs, advantages, ...layout }, { clip_ratio_high: 0.28 }).loss;
 */
export function verlPolicyLoss(
  name: VerlPolicyLoss,
  input: PolicyLossInput,
  config: VerlActorConfig = {},
  version: VerlVersion = VERL_VERSION,
): PolicyLossResult {
  checkArgument(name, 'name', 'a string');
  checkArgument(input, 'input', { logprobs: 'an array', ...LAYOUT });
  checkLoss(name, config);
  if (name === 'bypass_mode') return bypassMode(input, config, version);
  const { loss, aggregation } = verlObjective(name, config, input, version);
  // verl averages a geometric mean over all sequences, without the 1e-8, and 0 of them is 0.
  const { weights, isNaN } =
    name === 'geo_mean'
      ? { weights: aggregationWeights(input, aggregation), isNaN: false }
      : verlWeights(input, aggregation);
  const weighed = { ...input, lossWeights: weights, aggregation: undefined };
  const result =
    name === 'geo_mean'
      ? policyLossBy(geoMean, weighed, parseOptions(objectiveSchema, { loss }, 'objective'))
      : policyLoss(weighed, { loss });
  const metrics = (METRICS[name] ?? ALL_METRICS).map((metric) => [metric, result.metrics[metric]!] as const);
  return { ...result, loss: isNaN ? NaN : result.loss, metrics: Object.fromEntries(metrics) };
}

/**
 * The objective that reproduces a loss of verl's but for the 1e-8 that it adds to the tokens of a sequence.
 *
 * @param layout - Of the batch; `geo_mean` averages over all its sequences, those without a counted token included.
 *
 * @example
 * const objective = verlObjective('gspo', {}, layout);
 */
export function verlObjective(
  name: Exclude<VerlPolicyLoss, 'bypass_mode'>,
  config: VerlActorConfig,
  layout: TokenLayout,
  version: VerlVersion = VERL_VERSION,
): Objective & { readonly aggregation: Aggregation } {
  checkArgument(name, 'name', 'a string');
  checkArgument(config, 'config', 'an object');
  checkArgument(layout, 'layout', LAYOUT);
  checkLoss(name, config);
  const loss = lossOf(name, config);
  if (name === 'geo_mean')
    return { loss, aggregation: { kind: 'seq-mean-token-mean', sequences: Math.max(1, layout.offsets.length - 1) } };
  const mode = name === 'gspo' || name === 'sapo' ? 'seq-mean-token-mean' : (config.loss_agg_mode ?? 'token-mean');
  return { loss, aggregation: verlAggregation(mode, layout, config.global_batch_info, version) };
}

function checkLoss(name: VerlPolicyLoss, config: VerlActorConfig): void {
  checkName(name, VERL_LOSSES, 'name');
  checkKnown(config, CONFIG, 'config');
  if (config.policy_loss !== undefined) checkKnown(config.policy_loss, POLICY_LOSS, 'config.policy_loss');
}

function lossOf(name: Exclude<VerlPolicyLoss, 'bypass_mode'>, config: VerlActorConfig): Objective['loss'] {
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
    case 'dppo_tv':
    case 'dppo_kl': {
      const limits = { limitLow: clips.clipLow, limitHigh: clips.clipHigh, ratioLimit: config.clip_ratio_c ?? 3 };
      return { kind: 'dppo', divergence: name === 'dppo_tv' ? 'tv' : 'kl', ...limits };
    }
    case 'dro':
      return { kind: 'dro', beta: droBeta(policy_loss) };
    case 'geo_mean':
      return { kind: 'gmpo', ...clips };
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

/** @throws RangeError where verl raises ValueError. */
function droBeta({ dro_beta: beta }: NonNullable<VerlActorConfig['policy_loss']> = {}): number {
  if (beta == null || beta <= 0) throw new RangeError(`policy_loss.dro_beta: expected a positive value, got ${beta}`);
  return beta;
}

/** verl's bypass mode: the rollout policy stands for the old one, and corrections are made inside the loss. */
function bypassMode(input: PolicyLossInput, config: VerlActorConfig, version: VerlVersion): PolicyLossResult {
  const correction = config.policy_loss?.rollout_correction;
  if (correction == null) throw new RangeError('policy_loss.rollout_correction: expected a configuration, got none');
  const { loss_type: type = 'ppo_clip' } = correction;
  const { mask, weights, metrics } = verlRolloutCorrection(
    { ...input, trainLogprobs: input.logprobs, rolloutLogprobs: input.oldLogprobs },
    correction,
    version,
  );
  if (type !== 'reinforce' && type !== 'ppo_clip')
    throw new RangeError(`loss_type: expected 'reinforce' or 'ppo_clip', got ${JSON.stringify(type)}`);
  const rest = { ...input, responseMask: mask, rolloutWeights: type === 'reinforce' ? weights : undefined };
  const result = verlPolicyLoss(type === 'reinforce' ? 'reinforce' : 'vanilla', rest, config, version);
  return { ...result, metrics: { ...result.metrics, ...metrics } };
}

const { gmpo } = LOSSES;

/** verl's `geo_mean`: GMPO with 1e-8 added to the number of tokens in every mean over a sequence. */
const geoMean: Loss = {
  ...gmpo,
  terms: (m, tokens, options, selected) => gmpo.terms(withVerlMean(m), tokens, options as never, selected),
  importance: (m, weights, options) => gmpo.importance!(withVerlMean(m), weights, options as never),
};

function withVerlMean<X, C>(m: FormulaOperations<X, C>): FormulaOperations<X, C> {
  const sequenceMean = (x: X): X => {
    const ones = m.add(m.mul(m.detach(x), 0), 1);
    return m.div(m.sequenceSum(x), m.add(m.sequenceSum(ones), VERL_COUNT_EPSILON));
  };
  return { ...m, sequenceMean };
}
