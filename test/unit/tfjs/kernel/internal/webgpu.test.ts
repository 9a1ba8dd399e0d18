import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
import {
  entropyFromLogits,
  logprobsFromLogits as plainLogprobs,
  policyLoss,
} from '../../../../../src/objective/index.js';
import { gatherRows, logprobsFromLogits, type HiddenLogprobOptions } from '../../../../../src/tfjs/kernel/index.js';
import { policyLossFromLogprobs } from '../../../../../src/tfjs/objective/index.js';
import { webGpuBackend } from '../../../../../src/tfjs/internal/webgpu/backend.js';
import { useDawn } from '../../dawn.js';
import { randomProblem, relativeError, solve } from '../head-oracle.js';
import { lossBatch, OBJECTIVES } from '../../objective/objectives.js';
import { runHead } from '../run-head.js';

/** Words in fours and not, fewer and more than a workgroup's threads, more than one chunk. */
const HEADS: readonly { readonly words: number; readonly options: HiddenLogprobOptions }[] = [
  { words: 23, options: {} },
  { words: 24, options: { layout: 'hv', temperature: 0.7 } },
  { words: 24, options: { softcap: 4, chunk: { tokens: 5, vocabulary: 8 } } },
  { words: 1500, options: { chunk: { vocabulary: 1100 } } },
  { words: 1501, options: { layout: 'hv', softcap: 9, temperature: 1.3 } },
];

/** Runs over whatever adapter there is; in CI that is SwiftShader, a GPU in software. */
describe('the WGSL programs over Dawn', () => {
  beforeAll(async () => {
    const choice = await useDawn();
    expect(choice.tfjsName).toBe('webgpu');
    expect(webGpuBackend()).toBeDefined();
  });

  describe.each([
    { subgroups: true, name: 'with subgroups where the device has them' },
    { subgroups: false, name: 'without subgroups' },
  ])('$name', ({ subgroups }) => {
    beforeAll(() => {
      const { device } = webGpuBackend()!;
      if (!subgroups) Object.defineProperty(device, 'features', { configurable: true, value: new Set() });
    });

    it.each(HEADS)(
      'gives the values and gradients of the definition from hidden states: %j',
      async ({ words, options }) => {
        const problem = randomProblem(`webgpu ${words}`, words > 1000 ? 3 : 11, 8, words, 0.7);
        const want = solve(problem, options.temperature, options.softcap);
        for (const kernel of words < 1000 ? (['auto', 'portable'] as const) : (['auto'] as const)) {
          const got = await runHead(problem, { ...options, kernel }, true);
          expect(relativeError(got.logprobs, want.logprobs)).toBeLessThan(1e-5);
          expect(relativeError(got.entropy, want.entropy)).toBeLessThan(1e-5);
          expect(relativeError(got.hiddenGradient, want.hiddenGradient.flat())).toBeLessThan(1e-5);
          expect(relativeError(got.rowGradient, want.rowGradient.flat())).toBeLessThan(1e-5);
          expect(got.leaked).toBe(0);
        }
      },
    );

    it.each([
      { rows: 5, words: 37, spread: 1 },
      { rows: 2, words: 2048, spread: 3 },
      { rows: 2, words: 1030, spread: 200 },
    ])('gives the values and gradients of the plain family from logits: %j', async ({ rows, words, spread }) => {
      const random = new Random(`webgpu logits ${words}`);
      const normals = (count: number): Float32Array => Float32Array.from({ length: count }, () => random.normal());
      const logits = normals(rows * words).map((z) => z * spread);
      const targets = Int32Array.from({ length: rows }, () => random.integer(words));
      const [upstream, entropyUpstream] = [normals(rows), normals(rows)];
      const before = tf.memory().numTensors;
      const input = tf.tensor2d(logits, [rows, words]);
      const outputs: tf.Tensor[] = [];
      const gradient = tf.grad((x) => {
        const { logprobs, entropies: entropy } = logprobsFromLogits(x as tf.Tensor2D, targets);
        outputs.push(tf.keep(tf.clone(logprobs)), tf.keep(tf.clone(entropy)));
        const parts = [tf.mul(logprobs, tf.tensor1d(upstream)), tf.mul(entropy, tf.tensor1d(entropyUpstream))];
        return tf.sum(tf.add(parts[0]!, parts[1]!));
      })(input);
      const [logprobs, entropies] = await Promise.all(outputs.map((output) => output.data()));
      const plain = plainLogprobs(logits, targets, words);
      const plainEntropy = entropyFromLogits(logits, words);
      const want = plainEntropy.backward(entropyUpstream).map((g, i) => g + plain.backward(upstream)[i]!);
      expect(relativeError(logprobs!, [...plain.values])).toBeLessThan(1e-5);
      expect(relativeError(entropies!, [...plainEntropy.values])).toBeLessThan(spread > 100 ? 1e-3 : 1e-5);
      expect(relativeError(await gradient.data(), [...want])).toBeLessThan(spread > 100 ? 1e-4 : 1e-5);
      tf.dispose([input, gradient, outputs]);
      expect(tf.memory().numTensors).toBe(before);
    });
  });

  it.each(Object.keys(OBJECTIVES))('computes the policy losses of the plain family: %s', async (name) => {
    const { logprobs, entropies, ...rest } = lossBatch(name);
    const batch = { ...rest, lossWeights: undefined };
    const objective = OBJECTIVES[name]!;
    const want = policyLoss({ ...batch, logprobs, entropies }, objective);
    const before = tf.memory().numTensors;
    const inputs = [tf.tensor1d(logprobs), tf.tensor1d(entropies)];
    const { value, grads } = tf.valueAndGrads((x, entropies) => {
      const tensors = { logprobs: x as tf.Tensor1D, entropies: entropies as tf.Tensor1D };
      return policyLossFromLogprobs({ ...batch, ...tensors }, objective).loss;
    })(inputs);
    expect(relativeError(await value.data(), [want.loss])).toBeLessThan(1e-5);
    expect(relativeError(await grads[0]!.data(), [...want.gradient])).toBeLessThan(1e-5);
    tf.dispose([...inputs, value, ...grads]);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('takes −Infinity for a word that cannot be drawn, and gives NaN for a row with a NaN', async () => {
    const logits = Float32Array.of(1, -Infinity, 0.5, 2, 1, 2, NaN, 3);
    for (const width of [4, 8]) {
      const input = tf.pad(tf.tensor2d(logits, [2, 4]), [[0, 0], [0, width - 4]], -Infinity); // prettier-ignore
      const gradient = tf.grad((x) => {
        const { logprobs, entropies: entropy } = logprobsFromLogits(x as tf.Tensor2D, [0, 0]);
        return tf.sum(tf.slice(tf.add(logprobs, entropy), [0], [1]));
      })(input);
      const { logprobs, entropies: entropy } = logprobsFromLogits(input, [0, 0]);
      const [selected, entropies, slice] = await Promise.all([logprobs.data(), entropy.data(), gradient.data()]);
      const plain = plainLogprobs(logits.subarray(0, 4), [0], 4);
      const plainEntropy = entropyFromLogits(logits.subarray(0, 4), 4);
      expect(relativeError([selected[0]!], [...plain.values])).toBeLessThan(1e-5);
      expect(relativeError([entropies[0]!], [...plainEntropy.values])).toBeLessThan(1e-5);
      const want = plain.backward().map((g, i) => g + plainEntropy.backward()[i]!);
      expect(relativeError(slice.subarray(0, 4), [...want])).toBeLessThan(1e-5);
      expect([selected[1], entropies[1]]).toEqual([NaN, NaN]);
      tf.dispose([input, gradient, logprobs, entropy]);
    }
  });

  it.each(['grpoRoc', 'gspo', 'gmpo', 'vespo', 'cispo'])(
    'gives NaN, not a finite loss, for a logprob that is not a number: %s',
    async (name) => {
      const { logprobs, ...batch } = { ...lossBatch(name, OBJECTIVES[name]!.aggregation), entropies: undefined };
      const at = batch.responseMask.indexOf(1);
      for (const broken of [NaN, Infinity]) {
        const before = tf.memory().numTensors;
        const input = tf.tensor1d(logprobs.map((logprob, t) => (t === at ? broken : logprob)));
        const { value, grad } = tf.valueAndGrad(
          (x) => policyLossFromLogprobs({ ...batch, logprobs: x as tf.Tensor1D }, OBJECTIVES[name]!).loss,
        )(input);
        expect((await value.data())[0]).toBeNaN();
        expect((await grad.data())[at]).toBeNaN();
        tf.dispose([input, value, grad]);
        expect(tf.memory().numTensors).toBe(before);
      }
      const outside = tf.tensor1d(logprobs.map((logprob, t) => (batch.responseMask[t] === 0 ? NaN : logprob)));
      const { loss, losses, metrics } = policyLossFromLogprobs({ ...batch, logprobs: outside }, OBJECTIVES[name]!);
      expect((await loss.data())[0]).not.toBeNaN();
      tf.dispose([outside, loss, losses, metrics]);
    },
  );

  it.each([
    { kind: 'clip-cov', ratio: 0.3, lower: -10, upper: 10, seed: 'drawn' },
    { kind: 'kl-cov', ratio: 0.3 },
  ] as const)('selects the tokens of the plain family, of equals the first: $kind', async (loss) => {
    // Every value comes four times, so that the selection ends among equals.
    const values = Array.from({ length: 40 }, (_, t) => Math.floor(((t * 7) % 40) / 4));
    const batch = {
      offsets: [0, 40],
      responseMask: values.map(() => 1),
      oldLogprobs: values.map((value) => -1 - value / 8),
      advantages: values.map((value) => value / 4),
    };
    const logprobs = values.map((value) => -1.25 - value / 8);
    const want = policyLoss({ ...batch, logprobs }, { loss });
    const input = tf.tensor1d(logprobs);
    const { loss: got, losses, metrics } = policyLossFromLogprobs({ ...batch, logprobs: input }, { loss });
    expect(relativeError(await losses.data(), [...want.losses])).toBeLessThan(1e-5);
    tf.dispose([input, got, losses, metrics]);
  });

  it('carries the gradient of an embedding', async () => {
    const table = tf.zeros<tf.Rank.R2>([4, 2]);
    const upstream = tf.tensor2d([[1, 10], [2, 20], [4, 40]]); // prettier-ignore
    const [gradient] = tf.grads((t) => gatherRows(t as tf.Tensor2D, Int32Array.of(3, 1, 3)))([table], upstream);
    expect(Array.from(await gradient!.data())).toEqual([0, 0, 2, 20, 0, 0, 5, 50]);
    tf.dispose([table, upstream, gradient!]);
  });
});
