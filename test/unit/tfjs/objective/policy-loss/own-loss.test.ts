import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseOptions } from '../../../../../src/base/internal/index.js';
import { LOSSES } from '../../../../../src/objective/internal/losses.js';
import { objectiveSchemaOf } from '../../../../../src/objective/internal/objective-schema.js';
import { policyLossBy } from '../../../../../src/objective/policy-loss.js';
import { registerGradients } from '../../../../../src/tfjs/backend/index.js';
import { evaluateChecked } from '../../../../../src/tfjs/objective/policy-loss.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';
import { relativeError } from '../../kernel/head-oracle.js';
import { lossBatch } from '../objectives.js';
import { distantPush } from './distant-push.js';

/** The table with a row more; the loss itself is one file, `distant-push.ts`. */
const TABLE = { ...LOSSES, 'distant-push': distantPush };

const objective = parseOptions(
  objectiveSchemaOf(TABLE),
  { loss: { kind: 'distant-push' }, aggregation: 'seq-mean-token-mean', offPolicyMask: { threshold: 0.2 } },
  'objective',
) as Parameters<typeof evaluateChecked>[1];
const batch = { ...lossBatch('own loss'), lossWeights: undefined, aggregation: undefined, entropies: undefined };

describe('a loss of your own, one file and one row', () => {
  it('has its defaults filled in, and refuses what it does not know', () => {
    expect(objective.loss).toEqual({ kind: 'distant-push', pull: 0.3 });
    expect(() =>
      parseOptions(objectiveSchemaOf(TABLE), { loss: { kind: 'distant-push', push: 1 } }, 'objective'),
    ).toThrow('objective.loss: unknown option "push"');
  });

  it('has the Float64 gradient that finite differences give', () => {
    const { gradient, metrics } = policyLossBy(distantPush, batch, objective);
    expect(Object.keys(metrics)).toContain('actor/drift');
    const moved = (t: number, by: number) =>
      policyLossBy(
        distantPush,
        { ...batch, logprobs: Float64Array.from(batch.logprobs, (value, i) => (i === t ? value + by : value)) },
        objective,
      ).loss;
    const step = 1e-6;
    gradient.forEach((value, t) => expect(value).toBeCloseTo((moved(t, step) - moved(t, -step)) / (2 * step), 7));
    expect(gradient.some((value) => Math.abs(value) > 0.01)).toBe(true);
  });

  describe.each(KERNEL_BACKENDS)('as tensors on %s', (backend) => {
    beforeAll(async () => {
      await useBackend(backend);
      registerGradients();
    });

    it('has the same loss, gradient and metrics, differentiated by tfjs in one tape', () => {
      const want = policyLossBy(distantPush, batch, objective);
      const metrics: { [name: string]: number } = {};
      const before = tf.memory().numTensors;
      const input = tf.tensor1d(batch.logprobs);
      const { value, grad } = tf.valueAndGrad((logprobs) => {
        const result = evaluateChecked({ ...batch, logprobs: logprobs as tf.Tensor1D }, objective, distantPush);
        for (const [name, metric] of Object.entries(result.metrics)) metrics[name] = metric.dataSync()[0]!;
        return tf.mul<tf.Scalar>(result.loss, 2);
      })(input);
      expect(relativeError([value.dataSync()[0]! / 2], [want.loss])).toBeLessThan(1e-5);
      expect(relativeError([...grad.dataSync()].map((g) => g / 2), [...want.gradient])).toBeLessThan(1e-5); // prettier-ignore
      for (const [name, metric] of Object.entries(want.metrics)) expect(metrics[name]).toBeCloseTo(metric, 5);
      tf.dispose([input, value, grad]);
      expect(tf.memory().numTensors).toBe(before);
    });
  });
});
