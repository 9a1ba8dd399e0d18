import type { GroupLabel } from '../base/index.js';
import { mean, standardDeviation } from '../base/internal/index.js';
import { gaeAdvantages } from './gae.js';
import { groupAdvantages } from './group-advantages.js';
import type { AdvantageOptions } from './group-advantages.js';
import { optimalTokenBaselineAdvantages } from './optimal-token-baseline.js';
import { reinforcePlusPlusAdvantages, remaxAdvantages } from './reinforce.js';
import { broadcastAdvantages, outcomeRewards } from './token-rewards.js';
import type { TokenAdvantages, TokenRewards } from './token-rewards.js';
import { whiten } from './whiten.js';

/**
 * verl's advantage estimators under verl's names, habits included: each is one of this room's functions with the
 * compatibility options that reproduce it (verl b178a3c, `core_algos.py`).
 */

/** Token-level input; which of the optional arrays an estimator reads, it says when one is missing. */
export interface VerlAdvantageInput extends TokenRewards {
  readonly groups?: ArrayLike<GroupLabel>;
  readonly values?: ArrayLike<number>;
  readonly rewardBaselines?: ArrayLike<number>;
  readonly oldLogprobs?: ArrayLike<number>;
  readonly sumPiSquared?: ArrayLike<number>;
  readonly rolloutWeights?: ArrayLike<number> | undefined;
}

/** Options under verl's names. */
export interface VerlAdvantageOptions {
  readonly gamma?: number;
  readonly lam?: number;
  readonly epsilon?: number;
  readonly norm_adv_by_std_in_grpo?: boolean;
  readonly f_norm?: number;
  readonly handle_zero_tail?: boolean;
}

const WHITENING = { tooFew: 'error', countEpsilon: 1e-8 } as const;

/** verl's outcome estimators as options of `groupAdvantages`. */
export const VERL_GROUP_OPTIONS = {
  grpo: { estimator: 'grpo', singleton: 'raw' },
  grpo_vectorized: { estimator: 'grpo', singleton: 'raw', varianceFloor: 1e-6 },
  grpo_passk: { estimator: 'pass-at-k', singleton: 'error' },
  reinforce_plus_plus_baseline: { estimator: 'dr-grpo', singleton: 'raw' },
  rloo: { estimator: 'rloo', singleton: 'raw' },
  rloo_vectorized: { estimator: 'rloo', singleton: 'zero' },
  opo: { estimator: 'opo', singleton: 'raw', emptyGroup: 'nan' },
  gpg: { estimator: 'gpg', singleton: 'raw' },
} as const satisfies { readonly [name: string]: AdvantageOptions };

export type VerlEstimator =
  | keyof typeof VERL_GROUP_OPTIONS
  | 'gae'
  | 'reinforce_plus_plus'
  | 'remax'
  | 'optimal_token_baseline'
  | 'tir_optimal_token_baseline';

/**
 * @returns What verl's estimator of that name returns, on packed tokens; shape [N].
 * @throws RangeError where verl raises ValueError; TypeError for an array that the estimator needs and was not given.
 */
export function verlAdvantages(
  estimator: VerlEstimator,
  input: VerlAdvantageInput,
  options: VerlAdvantageOptions = {},
): TokenAdvantages {
  switch (estimator) {
    case 'gae': {
      const estimate = { discount: options.gamma, lambda: options.lam, masked: 'carry' } as const;
      const { advantages, returns } = gaeAdvantages({ ...input, values: need(input, 'values') }, estimate);
      return { advantages: whiten(advantages, input.responseMask, { ...WHITENING, masked: 'scale' }), returns };
    }
    case 'reinforce_plus_plus':
      return reinforcePlusPlusAdvantages(input, {
        discount: options.gamma ?? 1,
        masked: 'reset',
        whitening: WHITENING,
      });
    case 'remax':
      return remaxAdvantages(input, need(input, 'rewardBaselines'), 'carry');
    case 'optimal_token_baseline':
    case 'tir_optimal_token_baseline': {
      const multiTurn = estimator === 'tir_optimal_token_baseline';
      return optimalTokenBaselineAdvantages(
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
  estimator: keyof typeof VERL_GROUP_OPTIONS,
  input: VerlAdvantageInput,
  options: VerlAdvantageOptions,
): TokenAdvantages {
  const preset: AdvantageOptions = VERL_GROUP_OPTIONS[estimator];
  const labels = need(input, 'groups');
  const groups = estimator === 'grpo_vectorized' ? verlGroupIndex(labels) : labels;
  const { offsets, responseMask } = input;
  const perSequence = groupAdvantages(Array.from(outcomeRewards(input, 'count')), {
    ...preset,
    ...(options.norm_adv_by_std_in_grpo === false && { scale: 'none' }),
    ...(preset.varianceFloor !== undefined && { varianceFloor: options.epsilon }),
    epsilon: options.epsilon,
    normalizer: options.f_norm,
    reward: (reward) => reward,
    groupBy: (_, i) => groups[i]!,
    length: (_, i) => {
      let count = 0;
      for (let t = offsets[i]!; t < offsets[i + 1]!; t++) count += responseMask[t]!;
      return count;
    },
  });
  const spread = broadcastAdvantages(perSequence, input, 'multiply');
  const advantages = estimator === 'reinforce_plus_plus_baseline' ? whiten(spread, responseMask, WHITENING) : spread;
  return { advantages, returns: advantages };
}

function need<K extends keyof VerlAdvantageInput>(
  input: VerlAdvantageInput,
  name: K,
): NonNullable<VerlAdvantageInput[K]> {
  const value = input[name];
  if (value === undefined) throw new TypeError(`input.${name}: expected an array, got undefined`);
  return value;
}

/**
 * Group labels as verl's vectorized estimators number them: labels that all read as integers become those integers, so
 * that '7', '07' and '007' fall together; any others are numbered in sorted order.
 */
export function verlGroupIndex(labels: ArrayLike<GroupLabel>): number[] {
  const all = Array.from(labels);
  if (all.every((label) => typeof label === 'number')) {
    const integral = all.every((label) => Math.abs(label - Math.round(label)) <= 1e-6);
    return all.map(integral ? Math.round : Math.trunc);
  }
  const texts = all.map(String);
  if (texts.every((text) => /^\s*[+-]?\d+(_\d+)*\s*$/.test(text) && Number.isSafeInteger(integer(text))))
    return texts.map(integer);
  const sorted = [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
  return texts.map((text) => sorted.indexOf(text));
}

function integer(text: string): number {
  return Number(text.replaceAll('_', ''));
}

/** Mean, standard deviation and size of each group; shape [G]. */
export interface GroupStatistics {
  readonly mean: Float64Array;
  readonly std: Float64Array;
  readonly count: Float64Array;
}

/**
 * verl's group statistics: sample standard deviation of at least √varianceFloor; 0 and 1 for groups of one or none.
 *
 * @param groups - Numbers from 0; shape [R].
 */
export function verlGroupStatistics(
  scores: ArrayLike<number>,
  groups: ArrayLike<number>,
  varianceFloor = 1e-6,
): GroupStatistics {
  const size = Array.from(groups).reduce((most, group) => Math.max(most, group + 1), 0);
  const members = Array.from({ length: size }, (): number[] => []);
  for (let i = 0; i < groups.length; i++) members[groups[i]!]!.push(scores[i]!);
  return {
    mean: Float64Array.from(members, (group) => (group.length > 1 ? mean(group) : 0)),
    std: Float64Array.from(members, (group) =>
      group.length > 1 ? Math.max(standardDeviation(group), Math.sqrt(varianceFloor)) : 1,
    ),
    count: Float64Array.from(members, (group) => group.length),
  };
}
