import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerGradients } from '../../../../src/tfjs/backend/index.js';
import { logprobsFromHidden, type HiddenLogprobOptions } from '../../../../src/tfjs/kernel/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';
import { randomProblem, relativeError, solve } from './head-oracle.js';
import { runHead } from './run-head.js';

const CHUNKS = [undefined, { tokens: 3, vocabulary: 5, blockTokens: 7 }, { tokens: 1, vocabulary: 1, blockTokens: 1 }];
const CASES = (['vh', 'hv'] as const).flatMap((layout) =>
  [undefined, 4].flatMap((softcap) =>
    [1, 0.6].flatMap((temperature) =>
      CHUNKS.map((chunk) => ({ layout, temperature, ...(softcap && { softcap }), ...(chunk && { chunk }) })),
    ),
  ),
) satisfies HiddenLogprobOptions[];

describe.each(KERNEL_BACKENDS)('logprobs from hidden states on %s', (backend) => {
  beforeAll(async () => {
    await useBackend(backend);
    registerGradients();
  });

  it.each(CASES)('gives the values and both gradients of the definition: %j', async (options) => {
    const problem = randomProblem(JSON.stringify(options), 17, 6, 23);
    const want = solve(
      { ...problem, entropyUpstream: problem.upstream.map(() => 0) },
      options.temperature,
      options.softcap,
    );
    const got = await runHead(problem, options, false);
    expect(relativeError(got.logprobs, want.logprobs)).toBeLessThan(1e-5);
    expect(relativeError(got.entropy, want.entropy)).toBeLessThan(1e-5);
    expect(relativeError(got.hiddenGradient, want.hiddenGradient.flat())).toBeLessThan(1e-5);
    expect(relativeError(got.rowGradient, want.rowGradient.flat())).toBeLessThan(1e-5);
    expect(got.leaked).toBe(0);
  });

  it.each(CASES)('carries the gradient of the entropy: %j', async (options) => {
    const problem = randomProblem(`entropy ${JSON.stringify(options)}`, 17, 6, 23);
    const want = solve(problem, options.temperature, options.softcap);
    const got = await runHead(problem, options, true);
    expect(relativeError(got.hiddenGradient, want.hiddenGradient.flat())).toBeLessThan(1e-5);
    expect(relativeError(got.rowGradient, want.rowGradient.flat())).toBeLessThan(1e-5);
    expect(got.leaked).toBe(0);
  });

  it.each(
    CASES.filter(({ chunk }) => chunk?.tokens !== 1).flatMap((options) =>
      [false, true].map((withEntropy) => ({ options, withEntropy })),
    ),
  )(
    'gives the same gradient of the hidden states for a frozen weight, and none of it: %j',
    ({ options, withEntropy }) => {
      const problem = randomProblem(`frozen ${JSON.stringify(options)}`, 17, 6, 23);
      const upstream = problem.entropyUpstream.map((value) => (withEntropy ? value : 0));
      const want = solve({ ...problem, entropyUpstream: upstream }, options.temperature, options.softcap);
      const before = tf.memory().numTensors;
      const [hidden, rows] = [problem.hidden, problem.rows].map((rows) => tf.tensor2d(rows.map((row) => [...row])));
      const weight = options.layout === 'hv' ? tf.transpose(rows!) : rows!.clone();
      const dot = (values: tf.Tensor, weights: readonly number[]) => tf.sum(tf.mul(values, tf.tensor1d([...weights])));
      const gradient = tf.grad((h) => {
        const settings = { ...options, weightGradient: false };
        const found = logprobsFromHidden(h as tf.Tensor2D, weight, [...problem.targets], settings);
        const loss = dot(found.logprobs, problem.upstream);
        return withEntropy ? tf.add(loss, dot(found.entropies, upstream)) : loss;
      })(hidden!);
      expect(relativeError(gradient.dataSync(), want.hiddenGradient.flat())).toBeLessThan(1e-5);
      tf.dispose([hidden!, rows!, weight, gradient]);
      expect(tf.memory().numTensors).toBe(before);
    },
  );

  it('gives the same values outside a gradient, and leaks nothing', () => {
    const problem = randomProblem('untaped', 17, 6, 23);
    const want = solve(problem);
    const before = tf.memory().numTensors;
    const [hidden, weight] = [problem.hidden, problem.rows].map((rows) => tf.tensor2d(rows.map((row) => [...row])));
    const { logprobs, entropies: entropy } = logprobsFromHidden(hidden!, weight!, [...problem.targets]);
    expect(relativeError(logprobs.dataSync(), want.logprobs)).toBeLessThan(1e-5);
    expect(relativeError(entropy.dataSync(), want.entropy)).toBeLessThan(1e-5);
    tf.dispose([hidden!, weight!, logprobs, entropy]);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('leaks nothing when the loss does not depend on it', () => {
    const problem = randomProblem('unused', 5, 4, 7);
    const before = tf.memory().numTensors;
    const [hidden, weight] = [problem.hidden, problem.rows].map((rows) => tf.tensor2d(rows.map((row) => [...row])));
    const gradient = tf.grad((h) => {
      logprobsFromHidden(h as tf.Tensor2D, weight!, [...problem.targets]);
      return tf.sum(h);
    })(hidden!);
    tf.dispose([hidden!, weight!, gradient]);
    expect(tf.memory().numTensors).toBe(before);
  });

  it.each([60, 1000])('stays exact where logits are spread over hundreds (%d)', async (spread) => {
    const problem = randomProblem('spread', 9, 3, 40, Math.sqrt(spread));
    const want = solve({ ...problem, entropyUpstream: problem.upstream.map(() => 0) });
    const got = await runHead(problem, { chunk: { tokens: 4, vocabulary: 7, blockTokens: 8 } }, false);
    expect(relativeError(got.logprobs, want.logprobs)).toBeLessThan(1e-5);
    expect(relativeError(got.hiddenGradient, want.hiddenGradient.flat())).toBeLessThan(1e-4);
    expect(relativeError(got.rowGradient, want.rowGradient.flat())).toBeLessThan(1e-4);
  });

  it('agrees with finite differences', async () => {
    const problem = randomProblem('differences', 3, 4, 9);
    const { hiddenGradient } = await runHead(problem, {}, true);
    const loss = (hidden: number[][]): number => {
      const { logprobs, entropy } = solve({ ...problem, hidden });
      return logprobs.reduce(
        (sum, l, i) => sum + l * problem.upstream[i]! + entropy[i]! * problem.entropyUpstream[i]!,
        0,
      );
    };
    const step = 1e-5;
    const differences = problem.hidden.flatMap((row, i) =>
      row.map((_, k) => {
        const moved = (by: number): number[][] =>
          problem.hidden.map((state, j) => state.map((x, l) => (i === j && k === l ? x + by : x)));
        return (loss(moved(step)) - loss(moved(-step))) / (2 * step);
      }),
    );
    expect(relativeError(hiddenGradient, differences)).toBeLessThan(1e-5);
  });

  it('works through variableGrads', () => {
    const problem = randomProblem('variables', 6, 4, 9);
    const before = tf.memory().numTensors;
    const hidden = tf.tensor2d(problem.hidden.map((row) => [...row]));
    const weight = tf.tidy(() => tf.variable(tf.tensor2d(problem.rows.map((row) => [...row]))));
    const { value, grads } = tf.variableGrads(() =>
      tf.neg(tf.sum(logprobsFromHidden(hidden, weight, [...problem.targets]).logprobs)),
    );
    const want = solve({
      ...problem,
      upstream: problem.upstream.map(() => -1),
      entropyUpstream: problem.upstream.map(() => 0),
    });
    expect(relativeError(grads[weight.name]!.dataSync(), want.rowGradient.flat())).toBeLessThan(1e-5);
    expect(value.dataSync()[0]).toBeCloseTo(-want.logprobs.reduce((sum, l) => sum + l, 0), 4);
    tf.dispose([hidden, weight, value, grads]);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('takes no tokens at all', () => {
    const { logprobs, entropies: entropy } = logprobsFromHidden(tf.zeros([0, 4]), tf.zeros([5, 4]), []);
    expect([logprobs.shape, entropy.shape]).toEqual([[0], [0]]);
    tf.dispose([logprobs, entropy]);
  });
});

describe('what logprobs from hidden states refuse', () => {
  const hidden = (): tf.Tensor2D => tf.zeros([3, 4]);
  const weight = (): tf.Tensor2D => tf.zeros([7, 4]);
  beforeAll(() => useBackend('cpu'));

  it.each([
    ['hidden: expected a tensor', () => logprobsFromHidden([[1]] as never, weight(), [0])],
    [
      'hidden: expected a float32 tensor, got int32',
      () => logprobsFromHidden(tf.zeros([3, 4], 'int32'), weight(), [0]),
    ],
    ['hidden: expected shape [N, H], got [3]', () => logprobsFromHidden(tf.zeros([3]) as never, weight(), [0])],
    [
      'weight: expected shape [V, 4] to match hidden [3, 4], got [7, 5]',
      () => logprobsFromHidden(hidden(), tf.zeros([7, 5]), [0, 0, 0]),
    ],
    [
      'weight: expected shape [4, V] to match hidden [3, 4], got [7, 4]',
      () => logprobsFromHidden(hidden(), weight(), [0, 0, 0], { layout: 'hv' }),
    ],
    [
      'targets: expected shape [3] to match hidden [3, 4] and weight [7, 4], got [2]',
      () => logprobsFromHidden(hidden(), weight(), [0, 0]),
    ],
    [
      'targets[1]: expected an id in [0, 7) to match hidden [3, 4] and weight [7, 4], got 7',
      () => logprobsFromHidden(hidden(), weight(), [0, 7, 0]),
    ],
    [
      'targets[2]: expected an id in [0, 7) to match hidden [3, 4] and weight [7, 4], got -1',
      () => logprobsFromHidden(hidden(), weight(), tf.tensor1d([0, 1, -1], 'int32')),
    ],
    ['targets[0]: expected an integer, got 0.5', () => logprobsFromHidden(hidden(), weight(), [0.5, 0, 0])],
    ['targets: expected an int32 tensor, got float32', () => logprobsFromHidden(hidden(), weight(), tf.zeros([3]))],
    [
      'options.temperature: expected more than 0, got 0',
      () => logprobsFromHidden(hidden(), weight(), [0, 0, 0], { temperature: 0 }),
    ],
    [
      'options: unknown option "temprature"',
      () => logprobsFromHidden(hidden(), weight(), [0, 0, 0], { temprature: 1 } as never),
    ],
  ])('%s', (message, call) => {
    expect(call).toThrow(message);
    expect(call).toThrow(/expected|unknown/);
  });
});
