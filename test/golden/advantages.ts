import { klPenalizedRewards } from '../../src/advantage/index.js';
import type { GroupLabel } from '../../src/base/index.js';
import { maskedSum } from '../../src/base/internal/index.js';
import { verlAdvantages, verlResponseMask } from '../../src/compat/index.js';
import type { VerlEstimator } from '../../src/compat/verl/advantages.js';
import { verlMaskedMean, verlMaskedVariance, verlWhiten } from '../../src/compat/verl/internal/token-sums.js';
import { verlGroupIndex, verlGroupStatistics } from '../../src/compat/verl/internal/groups.js';
import { adaptiveKlController } from '../../src/objective/index.js';
import { TOLERANCES } from './compare.js';
import { checkRecord, packMatrix, unpackMatrix, type PackedMatrix, type Recorded } from './padded.js';
import type { GoldenCheck } from './record.js';

/** verl's 1e-8 in the denominator of every masked mean. */

const ESTIMATORS: ReadonlySet<string> = new Set([
  'gdpo',
  'grpo',
  'grpo_vectorized',
  'grpo_passk',
  'reinforce_plus_plus_baseline',
  'rloo',
  'rloo_vectorized',
  'opo',
  'gpg',
  'gae',
  'reinforce_plus_plus',
  'remax',
  'optimal_token_baseline',
  'tir_optimal_token_baseline',
]);

/** Estimators and their parts, as verl computes them. */
export const checkAdvantages: GoldenCheck = (record) => {
  const fn = String(record['fn']);
  const inputs = record['inputs'] as Recorded;
  const options = record['options'] as Recorded;
  const float32 = record['dtype'] === 'float32' || fn === 'grpo_vectorized';
  const tolerance = float32 ? TOLERANCES.float32 : TOLERANCES.float64;
  return checkRecord(record, tolerance, () => {
    if (ESTIMATORS.has(fn)) return runEstimator(fn as VerlEstimator, inputs, options);
    const part = PARTS[fn];
    if (part === undefined) throw new Error(`unknown fn ${fn}`);
    return part(inputs, options);
  });
};

function runEstimator(estimator: VerlEstimator, inputs: Recorded, options: Recorded): unknown {
  const rewards = packMatrix(inputs['tokenLevelRewards']);
  const flat = (name: string) => (inputs[name] == null ? undefined : packMatrix(inputs[name]).values);
  const given = {
    groups: inputs['index'] as GroupLabel[] | undefined,
    rewardParts: inputs['rewardParts'] as number[][] | undefined,
    values: flat('values'),
    rewardBaselines: inputs['rewardBaselines'] as number[] | undefined,
    oldLogprobs: flat('oldLogProbs'),
    sumPiSquared: flat('sumPiSquared'),
    rolloutWeights: flat('rolloutIsWeights'),
  };
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const { advantages, returns } = verlAdvantages(
    estimator,
    { rewards: rewards.values, offsets: rewards.offsets, responseMask: flat('responseMask')!, ...present },
    options,
  );
  return { advantages: unpackMatrix(advantages, rewards), returns: unpackMatrix(returns, rewards) };
}

const PARTS: { readonly [fn: string]: (inputs: Recorded, options: Recorded) => unknown } = {
  masked_sum: (inputs, options) => ({ value: overAxis(inputs, options, maskedSum) }),
  masked_mean: (inputs, options) => ({
    value: overAxis(inputs, options, verlMaskedMean),
  }),
  masked_var: (inputs, options) => ({
    value: verlMaskedVariance(flatten(inputs['values']), flatten(inputs['mask']), options['unbiased'] ? 1 : 0),
  }),
  masked_whiten: (inputs, options) => {
    const values = packMatrix(inputs['values']);
    const mask = { responseMask: flatten(inputs['mask']) };
    const whitened = verlWhiten(Float64Array.from(values.values), mask, options['shift_mean'] as boolean);
    return { value: unpackMatrix(whitened, values) };
  },
  get_response_mask: (inputs, options) => {
    const ids = packMatrix(inputs['responseIds']);
    return {
      value: unpackMatrix(verlResponseMask(ids.values, ids.offsets, [options['eos_token'] as number].flat()), ids),
    };
  },
  as_torch_index: (inputs) => ({ value: verlGroupIndex(inputs['index'] as GroupLabel[]) }),
  group_mean_std: (inputs, options) =>
    verlGroupStatistics(inputs['scores'] as number[], inputs['groupIndex'] as number[], options['eps'] as number),
  compute_rewards: (inputs, options) => {
    const scores = packMatrix(inputs['tokenLevelScores']);
    const old = flatten(inputs['oldLogProb']);
    const rewards = klPenalizedRewards(
      scores.values,
      old,
      flatten(inputs['refLogProb']),
      options['kl_ratio'] as number,
    );
    return { value: unpackMatrix(rewards, scores) };
  },
  adaptive_kl_controller: (inputs, options) => {
    let controller = adaptiveKlController({
      coefficient: options['init_kl_coef'] as number,
      target: options['target_kl'] as number,
      horizon: options['horizon'] as number,
    });
    const updates = inputs['updates'] as readonly { readonly current_kl: number; readonly n_steps: number }[];
    const values = updates.map(({ current_kl, n_steps }) => {
      controller = controller.next(current_kl, n_steps);
      return controller.coefficient;
    });
    return { values };
  },
};

function flatten(matrix: unknown): PackedMatrix['values'] {
  return packMatrix(matrix).values;
}

function overAxis(
  inputs: Recorded,
  options: Recorded,
  reduce: (values: ArrayLike<number>, mask: ArrayLike<number>) => number,
): number | number[] {
  const values = packMatrix(inputs['values']);
  const mask = flatten(inputs['mask']);
  if (options['axis'] === null) return reduce(values.values, mask);
  const rows = unpackMatrix(values.values, values);
  return unpackMatrix(mask, values).map((row, i) => reduce(rows[i]!, row));
}
