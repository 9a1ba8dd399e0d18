import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerGradients } from '../../src/tfjs/backend/index.js';
import { verlAggregation } from '../../src/compat/verl/aggregate-loss.js';
import { type KlKind } from '../../src/base/index.js';
import { logprobsFromLogits } from '../../src/tfjs/kernel/index.js';
import { aggregateTokenLosses, klPenaltyFromLogprobs, valueLossFromValues } from '../../src/tfjs/objective/index.js';
import { compare, fromGolden, TOLERANCES } from './compare.js';
import { packMatrix, unpackMatrix, type Recorded } from './padded.js';
import type { GoldenRecord } from './record.js';
import { KERNEL_BACKENDS, useBackend } from '../unit/tfjs/backends.js';
import { recordsOf, valueAndGradient } from './tensors.js';

const named = (...names: string[]): GoldenRecord[] => recordsOf((fn) => names.includes(fn));
const KL_KINDS: { readonly [name: string]: KlKind } = { kl: 'k1', mse: 'k2', low_var_kl: 'k3' };

/** verl's loss of a batch without counted tokens is NaN; the tensors' is 0. */
function lossOf({ expected }: GoldenRecord): unknown {
  const { loss } = expected as Recorded;
  return loss === 'NaN' ? 0 : loss;
}

/** verl multiplies NaN outside the mask by 0 in the sequence modes; the tensors do not look there. */
const AGGREGATED = named('agg_loss').filter(
  ({ tags, expected }) =>
    !((tags as string[]).includes('nan-on-masked-token') && (expected as Recorded)['loss'] === 'NaN'),
);

describe.each(KERNEL_BACKENDS)('terms as tensors against recorded values on %s', (backend) => {
  beforeAll(async () => {
    await useBackend(backend);
    registerGradients();
  });

  it.each(named('kl_penalty', 'kl_penalty_straight_through_intended'))('$fn $id: value and gradient', (record) => {
    const inputs = record['inputs'] as Recorded;
    const name = String((record['options'] as Recorded)['kl_penalty']);
    const base = name.replace('+', '');
    const kind = `${KL_KINDS[base] ?? base}${name.endsWith('+') ? '+' : ''}` as KlKind;
    const logprobs = packMatrix(inputs['logProb']);
    const upstream = inputs['gradOutput'] == null ? undefined : packMatrix(inputs['gradOutput']).values;
    const reference = packMatrix(inputs['refLogProb']).values;
    const { value, gradient } = valueAndGradient(
      logprobs.values,
      (x) => ({ loss: klPenaltyFromLogprobs(x, reference, kind) }),
      upstream ?? reference.map(() => 1),
    );
    const got = { value: unpackMatrix(value, logprobs), gradLogProb: unpackMatrix(gradient, logprobs) };
    expect(compare(got, record['expected'], TOLERANCES.float32)).toBeUndefined();
  });

  it.each(AGGREGATED)('$fn $id: loss and gradient', (record) => {
    const inputs = record['inputs'] as Recorded;
    const options = record['options'] as Recorded;
    const losses = packMatrix(inputs['lossMat']);
    const layout = { offsets: losses.offsets, responseMask: packMatrix(inputs['lossMask']).values };
    const aggregation = verlAggregation(String(options['loss_agg_mode']), layout, options, '0.8.0.dev');
    const { value, gradient } = valueAndGradient(losses.values, (x) => ({
      loss: aggregateTokenLosses(x, layout, aggregation),
    }));
    expect(compare(value[0], lossOf(record), TOLERANCES.float32)).toBeUndefined();
    const { gradLossMat } = record['expected'] as Recorded;
    if (gradLossMat !== undefined)
      expect(compare(unpackMatrix(gradient, losses), gradLossMat, TOLERANCES.float32)).toBeUndefined();
  });

  it.each(named('compute_value_loss'))('$fn $id: loss, clipped share and gradient', (record) => {
    const inputs = record['inputs'] as Recorded;
    const options = record['options'] as Recorded;
    const values = packMatrix(inputs['vpreds']);
    const { value, gradient, scalars } = valueAndGradient(values.values, (x) => {
      const { loss, clipFraction } = valueLossFromValues(
        {
          offsets: values.offsets,
          responseMask: packMatrix(inputs['responseMask']).values,
          values: x,
          oldValues: packMatrix(inputs['values']).values,
          returns: packMatrix(inputs['returns']).values,
        },
        {
          clip: options['cliprange_value'] as number,
          aggregation: verlAggregation(String(options['loss_agg_mode']), values, {}, '0.8.0.dev'),
        },
      );
      return { loss, scalars: { clipfrac: clipFraction } };
    });
    const got = { loss: value[0], ...scalars, gradVpreds: unpackMatrix(gradient, values) };
    const want = { ...(record['expected'] as Recorded), loss: lossOf(record) };
    expect(compare(got, want, TOLERANCES.float32)).toBeUndefined();
  });

  it.each(named('logprobs_from_logits', 'entropy_from_logits', 'entropy_from_logits_with_chunking'))(
    '$fn $id: value and gradient',
    (record) => {
      const inputs = record['inputs'] as Recorded;
      const expected = record['expected'] as Recorded;
      const { rows, columns, flat } = packLogits(inputs['logits']);
      const labels =
        inputs['labels'] == null ? new Int32Array(rows) : (inputs['labels'] as (number | number[])[]).flat();
      const output = record['fn'] === 'logprobs_from_logits' ? 'logprobs' : 'entropies';
      const upstream = inputs['gradOutput'] == null ? new Float32Array(rows).fill(1) : numbers(inputs['gradOutput']);
      const { value, gradient } = valueAndGradient(
        flat,
        (x) => ({ loss: logprobsFromLogits(tf.reshape(x, [rows, columns]), labels)[output] }),
        upstream,
      );
      expect(compare(value, numbers(expected['value']), TOLERANCES.float32)).toBeUndefined();
      if (expected['gradLogits'] !== undefined)
        expect(compare(gradient, numbers(expected['gradLogits']), TOLERANCES.float32)).toBeUndefined();
    },
  );

  it.each(named('compute_entropy_loss'))('$fn $id: loss and gradient', (record) => {
    const inputs = record['inputs'] as Recorded;
    const expected = record['expected'] as Recorded;
    const { rows, columns, flat } = packLogits(inputs['logits']);
    const mask = packMatrix(inputs['responseMask']);
    const layout = { offsets: mask.offsets, responseMask: mask.values };
    const aggregation = verlAggregation(
      String((record['options'] as Recorded)['loss_agg_mode']),
      layout,
      {},
      '0.8.0.dev',
    );
    const { value, gradient } = valueAndGradient(flat, (x) => {
      const { entropies: entropy } = logprobsFromLogits(tf.reshape(x, [rows, columns]), new Int32Array(rows));
      return { loss: aggregateTokenLosses(entropy, layout, aggregation) };
    });
    expect(compare(value[0], expected['loss'], TOLERANCES.float32)).toBeUndefined();
    expect(compare(gradient, numbers(expected['gradLogits']), TOLERANCES.float32)).toBeUndefined();
  });
});

function numbers(recorded: unknown): number[] {
  return (fromGolden(recorded) as number[]).flat(Infinity);
}

/** Recorded logits, whose rows stand in a list or in a matrix. */
function packLogits(logits: unknown): { rows: number; columns: number; flat: number[] } {
  let row = fromGolden(logits) as unknown[];
  while (Array.isArray(row[0])) row = row[0] as unknown[];
  const flat = numbers(logits);
  return { rows: flat.length / row.length, columns: row.length, flat };
}
