import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { grpoRoc, policyLoss } from '../../../../src/objective/index.js';
import { type Objective } from '../../../../src/base/index.js';
import {
  aggregateTokenLosses,
  klPenaltyFromLogprobs,
  policyLossFromLogprobs,
  valueLossFromValues,
} from '../../../../src/tfjs/objective/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';
import { runTensors } from './run-tensors.js';
import { relativeError } from '../kernel/head-oracle.js';
import { lossBatch, OBJECTIVES } from './objectives.js';

describe.each(KERNEL_BACKENDS)('policy losses as tensors on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  it.each(Object.keys(OBJECTIVES))('are those of the plain family: %s', (name) => {
    const objective = OBJECTIVES[name]!;
    const batch = { ...lossBatch(name), lossWeights: undefined as never };
    const want = policyLoss(batch, objective);
    const got = runTensors(batch, objective);
    expect(relativeError([got.loss], [want.loss])).toBeLessThan(1e-5);
    expect(relativeError(got.gradient, [...want.gradient])).toBeLessThan(1e-5);
    const entropyGradient = want.entropyGradient ?? new Float64Array(got.gradient.length);
    expect(relativeError(got.entropyGradient, [...entropyGradient])).toBeLessThan(1e-5);
    expect(Object.keys(got.metrics).sort()).toEqual(Object.keys(want.metrics).sort());
    for (const [metric, value] of Object.entries(want.metrics))
      expect(relativeError([got.metrics[metric]!], [value])).toBeLessThan(1e-5);
  });

  it.each(Object.keys(OBJECTIVES))('are zero, and so is the gradient, where nothing is counted: %s', (name) => {
    const batch = lossBatch(name);
    const empty = { ...batch, responseMask: batch.responseMask.map(() => 0), lossWeights: undefined as never };
    const { loss, gradient, entropyGradient } = runTensors(empty, OBJECTIVES[name]!);
    expect([loss, ...gradient, ...entropyGradient].every((value) => value === 0)).toBe(true);
  });

  it.each([
    { kind: 'clip' },
    { kind: 'gspo' },
    { kind: 'sapo' },
    { kind: 'cispo' },
    { kind: 'clip-cov', ratio: 0.2, lower: -10, upper: 10 },
    { kind: 'kl-cov', ratio: 0.3 },
  ] as const)('stay finite and those of the plain family without a limit of log-ratios: $kind', (loss) => {
    const objective = { loss: { ...loss, logRatioLimit: Infinity } };
    const { logprobs, ...batch } = { ...lossBatch('far away'), lossWeights: undefined };
    const far = { ...batch, logprobs: logprobs.map((logprob, t) => logprob + [0, 95, -95, 720, 0.1, -720][t % 6]!) };
    const want = policyLoss(far, objective);
    const got = runTensors(far, objective);
    expect([want.loss, ...want.gradient, got.loss, ...got.gradient].every(Number.isFinite)).toBe(true);
    expect(relativeError([got.loss], [want.loss])).toBeLessThan(1e-4);
    expect(relativeError(got.gradient, [...want.gradient])).toBeLessThan(1e-4);
  });

  it('leave no tensor when called without a tape but those returned', () => {
    const { logprobs, ...rest } = lossBatch('untaped');
    const batch = { ...rest, entropies: undefined };
    const input = tf.tensor1d(logprobs);
    const before = tf.memory().numTensors;
    const { loss, losses, metrics } = policyLossFromLogprobs({ ...batch, logprobs: input }, grpoRoc());
    tf.dispose([loss, losses, metrics]);
    expect(tf.memory().numTensors).toBe(before);
    input.dispose();
  });
});

describe('what losses of tensors refuse', () => {
  beforeAll(() => useBackend(KERNEL_BACKENDS[0]!));

  const layout = { offsets: [0, 2], responseMask: [1, 1] };
  const booleans = { ...layout, responseMask: [true, false] as never };
  const batch = { ...layout, oldLogprobs: [-1, -1], advantages: [1, 1] };
  const loss =
    (change: () => object, objective: Objective = grpoRoc()) =>
    () =>
      policyLossFromLogprobs({ ...batch, logprobs: tf.tensor1d([-1, -2]), ...change() }, objective);

  it.each<[string, new (message: string) => Error, () => unknown]>([
    ['input.logprobs: expected a tensor', TypeError, loss(() => ({ logprobs: [-1, -2] }))],
    [
      'input.logprobs: expected a float32 tensor, got int32',
      TypeError,
      loss(() => ({ logprobs: tf.tensor1d([-1, -2], 'int32') })),
    ],
    [
      'input.logprobs: expected shape [2] to match the response mask, got [3]',
      RangeError,
      loss(() => ({ logprobs: tf.tensor1d([-1, -2, -3]) })),
    ],
    [
      'input.entropies: expected shape [2] to match the response mask, got [1, 2]',
      RangeError,
      loss(() => ({ entropies: tf.tensor2d([[1, 2]]) })),
    ],
    [
      'input.logprobs[1]: expected a finite number, got NaN',
      RangeError,
      loss(() => ({ logprobs: tf.tensor1d([-1, NaN]) })),
    ],
    ['input.oldLogprobs: expected length 2 (response mask), got 1', RangeError, loss(() => ({ oldLogprobs: [-1] }))],
    [
      'input.advantages[0]: expected a finite number, got Infinity',
      RangeError,
      loss(() => ({ advantages: [Infinity, 1] })),
    ],
    ['input.offsets: expected to end at 2 (response mask), got 3', RangeError, loss(() => ({ offsets: [0, 3] }))],
    [
      'input.referenceLogprobs: expected an array (the objective has a KL term), got undefined',
      TypeError,
      loss(() => ({}), { loss: { kind: 'clip' }, kl: { coefficient: 1 } }),
    ],
    ['objective.loss.kind', RangeError, loss(() => ({}), { loss: { kind: 'ppo' } } as never)],
    ['objective.aggregation', RangeError, loss(() => ({}), { loss: { kind: 'clip' }, aggregation: 'mean' } as never)],
    [
      'logprobs: expected shape [2] to match referenceLogprobs, got [1]',
      RangeError,
      () => klPenaltyFromLogprobs(tf.tensor1d([1]), [1, 2], 'k3'),
    ],
    ['kind', RangeError, () => klPenaltyFromLogprobs(tf.tensor1d([1]), [1], 'k4' as never)],
    [
      'losses: expected shape [2] to match the response mask, got [1]',
      RangeError,
      () => aggregateTokenLosses(tf.tensor1d([1]), layout, 'token-mean'),
    ],
    [
      'layout.responseMask[0]: expected 0 or 1, got true',
      TypeError,
      () => aggregateTokenLosses(tf.tensor1d([1, 2]), booleans, 'token-mean'),
    ],
    [
      'input.responseMask[0]: expected 0 or 1, got true',
      TypeError,
      () => valueLossFromValues({ ...booleans, values: tf.tensor1d([1, 2]), oldValues: [1, 2], returns: [1, 2] }),
    ],
    [
      'input.returns: expected length 2 (response mask), got 1',
      RangeError,
      () => valueLossFromValues({ ...layout, values: tf.tensor1d([1, 2]), oldValues: [1, 2], returns: [1] }),
    ],
    [
      'input.values[0]: expected a finite number, got NaN',
      RangeError,
      () => valueLossFromValues({ ...layout, values: tf.tensor1d([NaN, 2]), oldValues: [1, 2], returns: [1, 2] }),
    ],
  ])('%s', (message, kind, call) => {
    expect(call).toThrow(message);
    expect(call).toThrow(kind);
  });
});
