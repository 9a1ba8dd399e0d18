import type { GroupLabel } from '../../base/index.js';
import { checkLength, countedLengths, groupByLabel, sequenceCount } from '../../base/internal/index.js';
import {
  gaeAdvantagesWith,
  groupAdvantagesWith,
  optimalTokenBaselineAdvantagesWith,
  remaxAdvantagesWith,
  rewardToGo,
  sumRewards,
  whitenWith,
  type GroupEstimate,
} from '../../advantage/compat.js';
import type { TokenAdvantages, TokenRewards } from '../../advantage/index.js';
import { verlGroupIndex } from './internal/groups.js';
import { checkKnown, checkName, type Names } from './internal/known-options.js';

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

const OUTCOME: Omit<GroupEstimate, 'estimator'> = {
  epsilon: 1e-6,
  ddof: 1,
  normalizer: 1,
  singleton: 'raw',
  varianceFloor: 0,
  emptyGroup: 'zero',
};

/** verl's outcome estimators as estimates of ours. */
const OUTCOME_ESTIMATES = {
  grpo: { ...OUTCOME, estimator: 'grpo' },
  grpo_vectorized: { ...OUTCOME, estimator: 'grpo', varianceFloor: 1e-6 },
  grpo_passk: { ...OUTCOME, estimator: 'pass-at-k', singleton: 'error' },
  reinforce_plus_plus_baseline: { ...OUTCOME, estimator: 'dr-grpo' },
  rloo: { ...OUTCOME, estimator: 'rloo' },
  rloo_vectorized: { ...OUTCOME, estimator: 'rloo', singleton: 'zero' },
  opo: { ...OUTCOME, estimator: 'opo', emptyGroup: 'nan' },
  gpg: { ...OUTCOME, estimator: 'gpg' },
} as const satisfies { readonly [name: string]: GroupEstimate };

const TOKEN_ESTIMATORS = [
  'gdpo',
  'gae',
  'reinforce_plus_plus',
  'remax',
  'optimal_token_baseline',
  'tir_optimal_token_baseline',
] as const;

/** The advantage estimators of verl, by its names. */
export type VerlEstimator = keyof typeof OUTCOME_ESTIMATES | (typeof TOKEN_ESTIMATORS)[number];

const OPTIONS: Names<VerlAdvantageOptions> = {
  gamma: true,
  lam: true,
  epsilon: true,
  gdpo_reward_weights: true,
  norm_adv_by_std_in_grpo: true,
  f_norm: true,
  handle_zero_tail: true,
};

/**
 * verl's advantage estimators under verl's names, habits included: each is one of our estimators with what reproduces it.
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
  checkName(estimator, [...Object.keys(OUTCOME_ESTIMATES), ...TOKEN_ESTIMATORS], 'estimator');
  checkKnown(options, OPTIONS, 'options');
  switch (estimator) {
    case 'gdpo':
      return decoupledAdvantages(input, options);
    case 'gae': {
      const estimate = { discount: options.gamma, lambda: options.lam };
      const { advantages, returns } = gaeAdvantagesWith({ ...input, values: need(input, 'values') }, estimate, {
        masked: 'carry',
      });
      return { advantages: whiten(advantages, input, 'transform'), returns };
    }
    case 'reinforce_plus_plus': {
      const returns = rewardToGo(input, options.gamma ?? 1, { masked: 'reset' });
      return { advantages: whiten(returns, input), returns };
    }
    case 'remax':
      return remaxAdvantagesWith(input, need(input, 'rewardBaselines'), { masked: 'carry' });
    case 'optimal_token_baseline':
    case 'tir_optimal_token_baseline': {
      const multiTurn = estimator === 'tir_optimal_token_baseline';
      return optimalTokenBaselineAdvantagesWith(
        {
          ...input,
          groups: need(input, 'groups'),
          oldLogprobs: need(input, 'oldLogprobs'),
          sumPiSquared: need(input, 'sumPiSquared'),
        },
        {
          align: multiTurn ? 'counted' : 'position',
          zeroTail: options.handle_zero_tail ?? multiTurn,
          epsilon: options.epsilon,
        },
        {
          singleton: 'raw',
          tailAtCount: !multiTurn,
          countEmpty: !multiTurn,
          masked: 'carry',
        },
      );
    }
    default:
      return outcomeAdvantages(estimator, input, options);
  }
}

function outcomeAdvantages(
  estimator: keyof typeof OUTCOME_ESTIMATES,
  input: VerlAdvantageInput,
  options: VerlAdvantageOptions,
): TokenAdvantages {
  const estimate: GroupEstimate = OUTCOME_ESTIMATES[estimator];
  const labels = need(input, 'groups');
  checkLength(labels, 'input.groups', sequenceCount(input.offsets), 'sequences');
  const groups = estimator === 'grpo_vectorized' ? verlGroupIndex(labels) : labels;
  const { offsets, responseMask } = input;
  const lengths = countedLengths(input);
  const { epsilon = estimate.epsilon, f_norm: normalizer = estimate.normalizer } = options;
  const perSequence = groupAdvantagesWith(
    sumRewards(input, { masked: 'count' }),
    groupByLabel(groups),
    (i) => lengths[i]!,
    {
      ...estimate,
      ...(options.norm_adv_by_std_in_grpo === false && { scale: 'none' }),
      ...(estimator === 'grpo_vectorized' && { varianceFloor: options.epsilon ?? estimate.varianceFloor }),
      epsilon,
      normalizer,
    },
  );
  const spread = new Float64Array(responseMask.length);
  for (let i = 0; i < perSequence.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) spread[t] = perSequence[i]! * (responseMask[t] === 0 ? 0 : 1);
  const advantages = estimator === 'reinforce_plus_plus_baseline' ? whiten(spread, input) : spread;
  return { advantages, returns: advantages };
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
  const advantages = whiten(sum, input);
  return { advantages, returns: advantages };
}

/** One reward a sequence as rewards of tokens: which token has it does not matter to a sum. */
function atFirstTokens(rewards: ArrayLike<number>, offsets: ArrayLike<number>, name: string): Float64Array {
  checkLength(rewards, name, sequenceCount(offsets), 'sequences');
  const spread = new Float64Array(offsets[offsets.length - 1]!);
  for (let i = 0; i < rewards.length; i++) if (offsets[i]! < offsets[i + 1]!) spread[offsets[i]!] = rewards[i]!;
  return spread;
}

/** verl's masked whitening: it refuses fewer than two values, and divides by their number + 1e-8. */
function whiten(
  values: Float64Array,
  { responseMask }: VerlAdvantageInput,
  masked: 'zero' | 'transform' = 'zero',
): Float64Array {
  return whitenWith(values, responseMask, {}, { masked, countEpsilon: 1e-8 });
}

function need<K extends keyof VerlAdvantageInput>(
  input: VerlAdvantageInput,
  name: K,
): NonNullable<VerlAdvantageInput[K]> {
  const value = input[name];
  if (value === undefined) throw new TypeError(`input.${name}: expected an array, got undefined`);
  return value;
}
