import type * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { verlObjective, verlPolicyLoss, verlRolloutCorrection, type VerlActorConfig } from '../../src/compat/index.js';
import type { VerlPolicyLoss } from '../../src/compat/verl/policy-loss.js';
import type { PolicyLossInput } from '../../src/objective/index.js';
import { policyLossFromLogprobs } from '../../src/tfjs/objective/index.js';
import { compare, TOLERANCES } from './compare.js';
import { packMatrix, unpackMatrix, type Recorded } from './padded.js';
import { KERNEL_BACKENDS, useBackend } from '../unit/tfjs/backends.js';
import { recordsOf, valueAndGradient } from './tensors.js';

/** The version whose records these are. */
const VERSION = '0.8.0.dev';

const LOSSES = recordsOf((fn) => fn.startsWith('policy_loss/'));

describe.each(KERNEL_BACKENDS)('policy losses as tensors against recorded values on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  it('cover every policy loss that verl registers', () => {
    expect(new Set(LOSSES.map(({ fn }) => fn)).size).toBe(10);
    expect(LOSSES.length).toBeGreaterThan(200);
  });

  it.each(LOSSES)('$fn $id: loss, metrics and gradient', (record) => {
    const name = String(record['fn']).slice(12) as VerlPolicyLoss;
    const inputs = record['inputs'] as Recorded;
    const { batch, logprobs, mask } = packInputs(inputs);
    const want = record['expected'] as Recorded;
    const got = runLoss(name, batch, logprobs, record['options'] as VerlActorConfig);
    const result = { ...got, gradLogProb: unpackMatrix(got.gradLogProb, mask) };
    // verl's loss of a batch without counted tokens is NaN; the tensors' is 0.
    const loss = want['loss'] === 'NaN' ? 0 : want['loss'];
    expect(compare(result, { ...want, loss }, TOLERANCES.float32)).toBeUndefined();
  });

  it.each(recordsOf((fn) => fn === 'compute_policy_loss'))('$fn $id: loss, metrics and gradient', (record) => {
    const options = record['options'] as { readonly [name: string]: never };
    const { batch, logprobs, mask } = packInputs(record['inputs'] as Recorded);
    const got = runLoss('vanilla', batch, logprobs, {
      loss_agg_mode: options['loss_agg_mode']!,
      clip_ratio: options['cliprange']!,
      clip_ratio_low: options['cliprange_low'] ?? null,
      clip_ratio_high: options['cliprange_high'] ?? null,
      clip_ratio_c: options['clip_ratio_c']!,
    });
    const result = {
      loss: got.loss,
      clipfrac: got.metrics['actor/pg_clipfrac'],
      ppoKl: got.metrics['actor/ppo_kl'],
      clipfracLower: got.metrics['actor/pg_clipfrac_lower'],
      gradLogProb: unpackMatrix(got.gradLogProb, mask),
    };
    expect(compare(result, record['expected'], TOLERANCES.float32)).toBeUndefined();
  });
});

function packInputs(inputs: Recorded) {
  const mask = packMatrix(inputs['responseMask']);
  const weights = inputs['rolloutIsWeights'];
  const batch = {
    offsets: mask.offsets,
    responseMask: mask.values,
    oldLogprobs: packMatrix(inputs['oldLogProb']).values,
    advantages: packMatrix(inputs['advantages']).values,
    ...(weights != null && { rolloutWeights: packMatrix(weights).values }),
  };
  return { batch, logprobs: packMatrix(inputs['logProb']).values, mask };
}

type Batch = Omit<PolicyLossInput, 'logprobs' | 'entropies'>;

interface Result {
  readonly loss: number;
  readonly metrics: { readonly [name: string]: number };
  readonly gradLogProb: Float32Array;
}

/** One of verl's losses by tensors. */
function runLoss(name: VerlPolicyLoss, batch: Batch, logprobs: Float64Array, config: VerlActorConfig): Result {
  if (name === 'bypass_mode') return runBypass(batch, logprobs, config);
  const metricNames = Object.keys(verlPolicyLoss(name, { ...batch, logprobs }, config, VERSION).metrics);
  const objective = verlObjective(name, config, batch, VERSION);
  const { value, gradient, scalars } = valueAndGradient(logprobs, (x: tf.Tensor1D) => {
    const { loss, metrics } = policyLossFromLogprobs({ ...batch, logprobs: x }, objective);
    return { loss, scalars: metrics };
  });
  const metrics = Object.fromEntries(metricNames.map((metric) => [metric, scalars[metric]!]));
  return { loss: value[0]!, metrics, gradLogProb: gradient };
}

/** Corrections are worked out of plain arrays, before; the loss takes their mask and weights. */
function runBypass(batch: Batch, logprobs: Float64Array, config: VerlActorConfig): Result {
  const correction = config.policy_loss!.rollout_correction!;
  const { mask, weights, metrics } = verlRolloutCorrection(
    { ...batch, trainLogprobs: logprobs, rolloutLogprobs: batch.oldLogprobs },
    correction,
    VERSION,
  );
  const reinforce = correction.loss_type === 'reinforce';
  const corrected = {
    ...batch,
    responseMask: Float64Array.from(mask),
    rolloutWeights: reinforce ? weights : undefined,
  };
  const result = runLoss(reinforce ? 'reinforce' : 'vanilla', corrected, logprobs, config);
  return { ...result, metrics: { ...result.metrics, ...metrics } };
}
