import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/index.js';
import { entropyFromLogits, logprobsFromLogits as plainLogprobs } from '../../../../src/objective/index.js';
import { registerGradients } from '../../../../src/tfjs/backend/index.js';
import { logprobsFromLogits } from '../../../../src/tfjs/kernel/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';
import { relativeError } from './head-oracle.js';

const N = 13;
const V = 31;

describe.each(KERNEL_BACKENDS)('logprobs from logits on %s', (backend) => {
  beforeAll(async () => {
    await useBackend(backend);
    registerGradients();
  });

  it.each([
    { temperature: 1, spread: 1 },
    { temperature: 0.5, spread: 3 },
    { temperature: 1, spread: 300 },
  ])('agrees with the plain family, value and gradient: %j', ({ temperature, spread }) => {
    const random = new Random(`logits ${temperature} ${spread}`);
    const normals = (count: number): Float32Array => Float32Array.from({ length: count }, () => random.normal());
    const logits = normals(N * V).map((z) => z * spread);
    const targets = Int32Array.from({ length: N }, () => random.integer(V));
    const [upstream, entropyUpstream] = [normals(N), normals(N)];
    const scaled = Float64Array.from(logits, (z) => z / temperature);
    const plain = plainLogprobs(scaled, targets, V);
    const plainEntropy = entropyFromLogits(scaled, V);
    const wantGradient = plain.backward(upstream).map((g) => g / temperature);
    const wantBoth = plainEntropy.backward(entropyUpstream).map((g, i) => g / temperature + wantGradient[i]!);

    for (const withEntropy of [false, true]) {
      const before = tf.memory().numTensors;
      const input = tf.tensor2d(logits, [N, V]);
      let values: Float32Array[] = [];
      const gradient = tf.grad((x) => {
        const { logprobs, entropies: entropy } = logprobsFromLogits(x as tf.Tensor2D, targets, { temperature });
        values = [logprobs.dataSync() as Float32Array, entropy.dataSync() as Float32Array];
        const loss = tf.sum(tf.mul(logprobs, tf.tensor1d(upstream)));
        return withEntropy ? tf.add(loss, tf.sum(tf.mul(entropy, tf.tensor1d(entropyUpstream)))) : loss;
      })(input);
      expect(relativeError(values[0]!, [...plain.values])).toBeLessThan(1e-5);
      // log Σ e^z − Σ p z: where logits are in the hundreds, so are both terms, and so much of float32 is gone.
      plainEntropy.values.forEach((want, i) =>
        expect(Math.abs(values[1]![i]! - want)).toBeLessThan(1e-6 * (1 + spread)),
      );
      expect(relativeError(gradient.dataSync(), [...(withEntropy ? wantBoth : wantGradient)])).toBeLessThan(
        spread > 100 ? 1e-4 : 1e-5,
      );
      tf.dispose([input, gradient]);
      expect(tf.memory().numTensors).toBe(before);
    }
  });

  it.each([false, true])('takes −Infinity for a word that cannot be drawn; with the entropy: %j', (withEntropy) => {
    const logits = Float32Array.of(1, -Infinity, 0.5, 2, -1, -Infinity, 0, -Infinity, 3, -2, 1, 0.25);
    const targets = Int32Array.of(0, 2, 1);
    const [upstream, entropyUpstream] = [[1, -0.5, 2], withEntropy ? [0.3, -1, 0.7] : [0, 0, 0]];
    const plain = plainLogprobs(logits, targets, 4);
    const plainEntropy = entropyFromLogits(logits, 4);
    const want = plain.backward(upstream).map((g, i) => g + plainEntropy.backward(entropyUpstream)[i]!);
    const input = tf.tensor2d(logits, [3, 4]);
    let values: Float32Array[] = [];
    const gradient = tf.grad((x) => {
      const { logprobs, entropies: entropy } = logprobsFromLogits(x as tf.Tensor2D, targets);
      values = [logprobs.dataSync() as Float32Array, entropy.dataSync() as Float32Array];
      const loss = tf.sum(tf.mul(logprobs, tf.tensor1d(upstream)));
      return withEntropy ? tf.add(loss, tf.sum(tf.mul(entropy, tf.tensor1d(entropyUpstream)))) : loss;
    })(input);
    expect(relativeError(values[0]!, [...plain.values])).toBeLessThan(1e-5);
    expect(relativeError(values[1]!, [...plainEntropy.values])).toBeLessThan(1e-5);
    expect(relativeError(gradient.dataSync(), [...want])).toBeLessThan(1e-5);
    tf.dispose([input, gradient]);
  });

  it('gives NaN for a row with a NaN, and for that row alone', () => {
    const input = tf.tensor2d([1, 2, NaN, 3, 1, 2, 0, 3], [2, 4]);
    const { logprobs, entropies: entropy } = logprobsFromLogits(input, [0, 0]);
    for (const values of [logprobs, entropy]) {
      expect(values.dataSync()[0]).toBeNaN();
      expect(values.dataSync()[1]).not.toBeNaN();
    }
    tf.dispose([input, logprobs, entropy]);
  });

  it('goes through the rows in pieces when there are many', () => {
    const width = 700_000;
    const logits = tf.tidy(() => tf.mul<tf.Tensor2D>(tf.ones([3, width]), tf.tensor2d([1, 2, 3], [3, 1])));
    const { logprobs, entropies: entropy } = logprobsFromLogits(logits, [0, 5, width - 1]);
    for (const value of logprobs.dataSync()) expect(value).toBeCloseTo(-Math.log(width), 3);
    for (const value of entropy.dataSync()) expect(value).toBeCloseTo(Math.log(width), 2);
    tf.dispose([logits, logprobs, entropy]);
  });
});

describe('what logprobs from logits refuse', () => {
  beforeAll(() => useBackend('cpu'));

  it.each([
    ['logits: expected shape [N, V], got [5]', () => logprobsFromLogits(tf.zeros([5]) as never, [0])],
    [
      'targets: expected shape [2] to match logits [2, 5], got [3]',
      () => logprobsFromLogits(tf.zeros([2, 5]), [0, 1, 2]),
    ],
    [
      'targets[0]: expected an id in [0, 5) to match logits [2, 5], got 5',
      () => logprobsFromLogits(tf.zeros([2, 5]), [5, 0]),
    ],
    [
      'options.temperature: expected more than 0',
      () => logprobsFromLogits(tf.zeros([2, 5]), [0, 0], { temperature: -1 }),
    ],
  ])('%s', (message, call) => expect(call).toThrow(message));
});
