import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { verlObjective, verlPolicyLoss, type KlKind, type VerlPolicyLoss } from '../../../../src/objective/index.js';
import { logprobsFromLogits, policyLossFromLogprobs } from '../../../../src/tfjs/kernel/index.js';
import { klTensors } from '../../../../src/tfjs/kernel/losses/kl.js';
import { compare, fromGolden, TOLERANCES } from '../../../golden/compare.js';
import { packMatrix, unpackMatrix, type Recorded } from '../../../golden/padded.js';
import { readRecords, type GoldenRecord } from '../../../golden/record.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';

const RECORDS = readRecords('test/golden/data/policy_losses.jsonl').filter(
  ({ expected }) => !('error' in (expected as object)),
);
const named = (...names: string[]): GoldenRecord[] => RECORDS.filter(({ fn }) => names.includes(String(fn)));

const LOSSES = RECORDS.filter(({ fn }) => String(fn).startsWith('policy_loss/') && fn !== 'policy_loss/bypass_mode');
const KL_KINDS: { readonly [name: string]: KlKind } = { kl: 'k1', mse: 'k2', low_var_kl: 'k3' };

/** Recorded numbers that verl's and PyTorch's own code gave; see test/golden/data. */
describe.each(KERNEL_BACKENDS)('tensors against recorded values on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  it('covers every policy loss that verl registers, but bypass mode', () => {
    expect(new Set(LOSSES.map(({ fn }) => fn)).size).toBe(9);
    expect(LOSSES.length).toBeGreaterThan(200);
  });

  it.each(LOSSES)('$fn $id: loss, metrics and gradient', (record) => {
    const name = String(record['fn']).slice(12) as Exclude<VerlPolicyLoss, 'bypass_mode'>;
    const inputs = record['inputs'] as Recorded;
    const options = record['options'] as Parameters<typeof verlObjective>[1];
    const expected = record['expected'] as Recorded;
    const mask = packMatrix(inputs['responseMask']);
    const weights = inputs['rolloutIsWeights'];
    const batch = {
      offsets: mask.offsets,
      responseMask: mask.values,
      oldLogprobs: packMatrix(inputs['oldLogProb']).values,
      advantages: packMatrix(inputs['advantages']).values,
      ...(weights != null && { rolloutWeights: packMatrix(weights).values }),
    };
    const logprobs = packMatrix(inputs['logProb']).values;
    const metricNames = Object.keys(verlPolicyLoss(name, { ...batch, logprobs }, options).metrics);
    const got = lossAndGradient(logprobs, (tensor) =>
      policyLossFromLogprobs({ ...batch, logprobs: tensor }, verlObjective(name, options, mask.offsets.length - 1)),
    );
    const metrics = Object.fromEntries(metricNames.map((metric) => [metric, got.metrics[metric]!]));
    const result = { loss: got.loss, metrics, gradLogProb: unpackMatrix(got.gradient, mask) };
    expect(compare(result, expected, TOLERANCES.float32)).toBeUndefined();
  });

  it.each(named('kl_penalty', 'kl_penalty_straight_through_intended'))('$fn $id: value and derivative', (record) => {
    const inputs = record['inputs'] as Recorded;
    const name = String((record['options'] as Recorded)['kl_penalty']);
    const base = name.replace('+', '');
    const kind = `${KL_KINDS[base] ?? base}${name.endsWith('+') ? '+' : ''}` as KlKind;
    const logprobs = packMatrix(inputs['logProb']);
    const upstream = inputs['gradOutput'] == null ? undefined : packMatrix(inputs['gradOutput']).values;
    const [values, derivatives] = tf.tidy(() => {
      const x = tf.sub<tf.Tensor1D>(vector(logprobs.values), vector(packMatrix(inputs['refLogProb']).values));
      const kl = klTensors(x, kind);
      return [kl.values.dataSync(), kl.derivatives.dataSync()] as unknown as tf.Tensor[];
    }) as unknown as [Float32Array, Float32Array];
    const got = {
      value: unpackMatrix(values, logprobs),
      gradLogProb: unpackMatrix(
        derivatives.map((derivative, t) => derivative * (upstream?.[t] ?? 1)),
        logprobs,
      ),
    };
    expect(compare(got, record['expected'], TOLERANCES.float32)).toBeUndefined();
  });

  it.each(named('logprobs_from_logits', 'entropy_from_logits', 'entropy_from_logits_with_chunking'))(
    '$fn $id: value and gradient',
    (record) => {
      const inputs = record['inputs'] as Recorded;
      const expected = record['expected'] as Recorded;
      const logits = (fromGolden(inputs['logits']) as number[][] | number[][][]).flat(1);
      const rows = (Array.isArray(logits[0]) ? logits : fromGolden(inputs['logits'])) as number[][];
      const labels = inputs['labels'] == null ? rows.map(() => 0) : (inputs['labels'] as (number | number[])[]).flat();
      const output = record['fn'] === 'logprobs_from_logits' ? 'logprobs' : 'entropy';
      const upstream = inputs['gradOutput'] == null ? rows.map(() => 1) : (inputs['gradOutput'] as number[][]).flat();
      let value: ArrayLike<number> = [];
      const gradient = tf.tidy(() =>
        tf
          .grads((x) => {
            const chosen = logprobsFromLogits(x as tf.Tensor2D, labels)[output];
            value = chosen.dataSync();
            return chosen;
          })([tf.tensor2d(rows)], vector(upstream))[0]!
          .dataSync(),
      ) as unknown as Float32Array;
      const flat = (of: unknown): number[] => (fromGolden(of) as number[]).flat(Infinity);
      expect(compare(value, flat(expected['value']), TOLERANCES.float32)).toBeUndefined();
      if (expected['gradLogits'] !== undefined)
        expect(compare(gradient, flat(expected['gradLogits']), TOLERANCES.float32)).toBeUndefined();
    },
  );
});

function vector(values: ArrayLike<number>): tf.Tensor1D {
  return tf.tensor1d(Float32Array.from(values));
}

function lossAndGradient(
  logprobs: ArrayLike<number>,
  lossOf: (logprobs: tf.Tensor1D) => ReturnType<typeof policyLossFromLogprobs>,
): { loss: number; gradient: Float32Array; metrics: { [name: string]: number } } {
  const before = tf.memory().numTensors;
  const input = vector(logprobs);
  const metrics: { [name: string]: number } = {};
  const { value, grad } = tf.valueAndGrad((x) => {
    const result = lossOf(x as tf.Tensor1D);
    for (const [name, metric] of Object.entries(result.metrics)) metrics[name] = metric.dataSync()[0]!;
    return result.loss;
  })(input);
  const result = { loss: value.dataSync()[0]!, gradient: grad.dataSync() as Float32Array, metrics };
  tf.dispose([input, value, grad]);
  expect(tf.memory().numTensors).toBe(before);
  return result;
}
