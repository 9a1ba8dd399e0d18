import type { GroupLabel } from '../../base/index.js';
import { checkLength, countedLengths, groupByLabel, sequenceCount, type Group } from '../../base/internal/index.js';
import { groupEstimates, successShare } from '../../advantage/compat.js';
import {
  gaeAdvantages,
  remaxAdvantages,
  type AdvantageEstimator,
  type TokenAdvantages,
  type TokenRewards,
} from '../../advantage/index.js';
import { verlGroupIndex, verlGroupStatistics } from './internal/groups.js';
import {
  verlOptimalTokenBaseline,
  carryBack,
  resettingRewardToGo,
  sumAllRewards,
  verlWhiten,
  withinMask,
} from './internal/token-sums.js';
import { checkKnown, checkName } from './internal/known-options.js';

/** Rewards a token, packed, and what some of the estimators read beside them; one that lacks its array says so. */
export interface VerlAdvantageInput extends TokenRewards {
  /** verl's `uid`; shape [S]. Read by the outcome estimators and the optimal token baselines. */
  readonly groups?: ArrayLike<GroupLabel>;
  /** Every reward by itself, as `gdpo_reward_keys` names them; shape [S] each. Read by `gdpo`. Default: the sum of `rewards`. */
  readonly rewardParts?: readonly ArrayLike<number>[] | undefined;
  /** The value function's; shape [N]. Read by `gae`. */
  readonly values?: ArrayLike<number>;
  /** The greedy rollout's reward; shape [S]. Read by `remax`. */
  readonly rewardBaselines?: ArrayLike<number>;
  /** log π_old; shape [N]. Read by the optimal token baselines. */
  readonly oldLogprobs?: ArrayLike<number>;
  /** Σ π² over the vocabulary at each token; shape [N]. Read by the optimal token baselines. */
  readonly sumPiSquared?: ArrayLike<number>;
  /** Importance weights; shape [N]. Read by the optimal token baselines. Default: all 1. */
  readonly rolloutWeights?: ArrayLike<number> | undefined;
}

/** Options under verl's names. */
export interface VerlAdvantageOptions {
  /** Discount, of `gae` and `reinforce_plus_plus`. Default 1. */
  readonly gamma?: number;
  /** λ of `gae`. Default 0.95. */
  readonly lam?: number;
  /** Added where a denominator may be 0. Default 1e-6, and 1e-8 of the optimal token baselines. */
  readonly epsilon?: number;
  /** A weight for each of `rewardParts`, of `gdpo`. Default: all 1. */
  readonly gdpo_reward_weights?: readonly number[] | undefined;
  /** false: `grpo`, `gdpo` and `grpo_passk` leave the spread of the group as it is. Default true. */
  readonly norm_adv_by_std_in_grpo?: boolean;
  /** What `gpg` divides by. Default 1. */
  readonly f_norm?: number;
  /** No baseline beyond the last token of the second longest sequence. Default true of `tir_optimal_token_baseline` alone. */
  readonly handle_zero_tail?: boolean;
}

/** verl's outcome estimators and what each is of ours. */
const OUTCOME_ESTIMATORS = {
  grpo: 'grpo',
  grpo_vectorized: 'grpo',
  grpo_passk: 'pass-at-k',
  reinforce_plus_plus_baseline: 'dr-grpo',
  rloo: 'rloo',
  rloo_vectorized: 'rloo',
  opo: 'opo',
  gpg: 'gpg',
} as const satisfies { readonly [name: string]: AdvantageEstimator };

const TOKEN_ESTIMATORS = [
  'gdpo',
  'gae',
  'reinforce_plus_plus',
  'remax',
  'optimal_token_baseline',
  'tir_optimal_token_baseline',
] as const;

/** The advantage estimators of verl, by its names. */
export type VerlEstimator = keyof typeof OUTCOME_ESTIMATORS | (typeof TOKEN_ESTIMATORS)[number];

const OPTIONS = 'gamma lam epsilon gdpo_reward_weights norm_adv_by_std_in_grpo f_norm handle_zero_tail';

/**
 * verl's advantage estimators under verl's names, quirks included.
 *
 * @returns What verl's estimator of that name returns, on packed tokens; shape [N].
 * @throws RangeError where verl raises ValueError; TypeError for an array that the estimator needs and was not given, and
 *   for an option that no estimator reads.
 * @remarks Source: verl b178a3c, `core_algos.py`.
 *
 * @example
 * const packed = { offsets: [0, 2, 3], responseMask: [1, 1, 1], rewards: [0, 1, 3], groups: ['a', 'b'] };
 * verlAdvantages('rloo', packed).advantages; // [1, 1, 3]
 */
export function verlAdvantages(
  estimator: VerlEstimator,
  input: VerlAdvantageInput,
  options: VerlAdvantageOptions = {},
): TokenAdvantages {
  checkName(estimator, [...Object.keys(OUTCOME_ESTIMATORS), ...TOKEN_ESTIMATORS], 'estimator');
  checkKnown(options, OPTIONS, 'options');
  switch (estimator) {
    case 'gdpo':
      return decoupledAdvantages(input, options);
    case 'gae': {
      const values = need(input, 'values');
      const pure = gaeAdvantages({ ...input, values }, { discount: options.gamma, lambda: options.lam });
      const advantages = carryBack(pure.advantages, input);
      return { advantages: verlWhiten(advantages, input), returns: advantages.map((value, t) => value + values[t]!) };
    }
    case 'reinforce_plus_plus': {
      const returns = resettingRewardToGo(input, options.gamma ?? 1);
      return { advantages: withinMask(verlWhiten(returns, input), input), returns };
    }
    case 'remax': {
      const pure = remaxAdvantages(input, need(input, 'rewardBaselines'));
      const returns = carryBack(pure.returns, input);
      const { responseMask } = input;
      return { advantages: returns.map((value, t) => (responseMask[t] === 0 ? value : pure.advantages[t]!)), returns };
    }
    case 'optimal_token_baseline':
    case 'tir_optimal_token_baseline': {
      const arrays = {
        ...input,
        groups: need(input, 'groups'),
        oldLogprobs: need(input, 'oldLogprobs'),
        sumPiSquared: need(input, 'sumPiSquared'),
      };
      const isMultiTurn = estimator === 'tir_optimal_token_baseline';
      const { handle_zero_tail: zeroTail = isMultiTurn, epsilon = 1e-8 } = options;
      return verlOptimalTokenBaseline(arrays, { isMultiTurn, zeroTail, epsilon });
    }
    default:
      return outcomeAdvantages(estimator, input, options);
  }
}

function outcomeAdvantages(
  estimator: keyof typeof OUTCOME_ESTIMATORS,
  input: VerlAdvantageInput,
  options: VerlAdvantageOptions,
): TokenAdvantages {
  const labels = need(input, 'groups');
  checkLength(labels, 'input.groups', sequenceCount(input.offsets), 'sequences');
  const { offsets, responseMask } = input;
  const perSequence = outcomeEstimates(estimator, input, labels, options);
  const spread = new Float64Array(responseMask.length);
  for (let i = 0; i < perSequence.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) spread[t] = perSequence[i]! * (responseMask[t] === 0 ? 0 : 1);
  const isWhitened = estimator === 'reinforce_plus_plus_baseline';
  const advantages = isWhitened ? withinMask(verlWhiten(spread, input), input) : spread;
  return { advantages, returns: advantages };
}

/** Our estimate of each sequence, and what verl does otherwise: groups of one, `opo` without a counted token, a least spread. */
function outcomeEstimates(
  estimator: keyof typeof OUTCOME_ESTIMATORS,
  input: VerlAdvantageInput,
  labels: ArrayLike<GroupLabel>,
  { epsilon = 1e-6, f_norm: normalizer = 1, norm_adv_by_std_in_grpo: isScaled = true }: VerlAdvantageOptions,
): Float64Array {
  const rewards = sumAllRewards(input);
  const lengths = countedLengths(input);
  if (estimator === 'grpo_vectorized')
    return vectorizedEstimates(rewards, verlGroupIndex(labels), { epsilon, normalizer, isScaled });
  const groups = groupByLabel(labels);
  const estimates = groupEstimates(rewards, groups, (i) => lengths[i]!, {
    estimator: OUTCOME_ESTIMATORS[estimator],
    scale: isScaled ? undefined : 'none',
    epsilon,
    ddof: 1,
    normalizer,
    singleton: estimator === 'grpo_passk' ? 'error' : 'zero',
  });
  for (const { members } of groups) {
    const [first, ...others] = members as readonly [number, ...number[]];
    if (others.length === 0 && estimator !== 'rloo_vectorized')
      estimates[first] = quotient(rewards[first]!, loneScale(estimator, rewards, { epsilon, isScaled }) * normalizer);
    else if (others.length > 0 && estimator === 'opo' && members.every((i) => lengths[i] === 0))
      for (const i of members) estimates[i] = NaN;
  }
  return estimates;
}

/** What the raw reward of a group of one is divided by: the spread of a group of one is 1. */
function loneScale(
  estimator: keyof typeof OUTCOME_ESTIMATORS,
  rewards: Float64Array,
  { epsilon, isScaled }: { readonly epsilon: number; readonly isScaled: boolean },
): number {
  if (!isScaled) return 1;
  if (estimator === 'gpg') return successShare(rewards);
  return estimator === 'grpo' ? 1 + epsilon : 1;
}

/** GRPO with a least spread of each group. */
function vectorizedEstimates(
  rewards: Float64Array,
  labels: readonly number[],
  how: { readonly epsilon: number; readonly normalizer: number; readonly isScaled: boolean },
): Float64Array {
  const groups: readonly Group[] = groupByLabel(labels);
  const index = new Int32Array(rewards.length);
  groups.forEach(({ members }, g) => members.forEach((i) => (index[i] = g)));
  const { mean, std } = verlGroupStatistics(rewards, index, how.epsilon);
  return rewards.map((reward, i) =>
    quotient(reward - mean[index[i]!]!, (how.isScaled ? std[index[i]!]! + how.epsilon : 1) * how.normalizer),
  );
}

/** 0 stays 0, whatever it is divided by. */
function quotient(value: number, divisor: number): number {
  return value === 0 ? 0 : value / divisor;
}

/** Every reward by itself as `grpo` has it, then their weighted sum, whitened. Source: arXiv 2601.05242. */
function decoupledAdvantages(input: VerlAdvantageInput, options: VerlAdvantageOptions): TokenAdvantages {
  const { offsets, responseMask, rewardParts } = input;
  const parts = rewardParts?.map((part, k) => atFirstTokens(part, offsets, `input.rewardParts[${k}]`)) ?? [
    input.rewards,
  ];
  const weights = options.gdpo_reward_weights ?? parts.map(() => 1);
  checkLength(weights, 'options.gdpo_reward_weights', parts.length, 'rewards');
  const sum = new Float64Array(responseMask.length);
  parts.forEach((rewards, k) => {
    const { advantages } = outcomeAdvantages('grpo', { ...input, rewards }, options);
    advantages.forEach((advantage, t) => (sum[t]! += weights[k]! * advantage));
  });
  const advantages = withinMask(verlWhiten(sum, input), input);
  return { advantages, returns: advantages };
}

/** One reward a sequence as rewards of tokens: which token has it does not matter to a sum. */
function atFirstTokens(rewards: ArrayLike<number>, offsets: ArrayLike<number>, name: string): Float64Array {
  checkLength(rewards, name, sequenceCount(offsets), 'sequences');
  const spread = new Float64Array(offsets[offsets.length - 1]!);
  for (let i = 0; i < rewards.length; i++) if (offsets[i]! < offsets[i + 1]!) spread[offsets[i]!] = rewards[i]!;
  return spread;
}

function need<K extends keyof VerlAdvantageInput>(
  input: VerlAdvantageInput,
  name: K,
): NonNullable<VerlAdvantageInput[K]> {
  const value = input[name];
  if (value === undefined) throw new TypeError(`input.${name}: expected an array, got undefined`);
  return value;
}
