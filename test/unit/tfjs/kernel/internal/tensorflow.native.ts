import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
import { selectBackend } from '../../../../../src/tfjs/backend/index.js';
import { logprobsFromLogits } from '../../../../../src/tfjs/kernel/index.js';
import { nativeBackend } from '../../../../../src/tfjs/internal/native/backend.js';
import { relativeError } from '../head-oracle.js';

const N = 7;
const V = 501;

/** Runs on TensorFlow's C library, which `npm run test:native` builds. */
describe('the kernel on TensorFlow', () => {
  beforeAll(async () => {
    const choice = await selectBackend({ backend: 'node' });
    expect(choice).toMatchObject({ name: 'node', tfjsName: 'tensorflow', reason: 'node: TensorFlow on the CPU' });
  });

  it('runs the fused cross-entropy, and gives what the composite gives', () => {
    const random = new Random('fused');
    const normals = (count: number): Float32Array => Float32Array.from({ length: count }, () => 3 * random.normal());
    const targets = Int32Array.from({ length: N }, () => random.integer(V));
    const logits = tf.tensor2d(normals(N * V), [N, V]);
    const [upstream, entropyUpstream] = [tf.tensor1d(normals(N)), tf.tensor1d(normals(N))];

    const backend = nativeBackend()!;
    const execute = vi.spyOn(backend, 'executeMultipleOutputs');

    for (const withEntropy of [false, true]) {
      const run = (kernel: 'auto' | 'portable'): number[][] => {
        const before = tf.memory().numTensors;
        let outputs: number[][] = [];
        const gradient = tf.grad((x) => {
          const { logprobs, entropies: entropy } = logprobsFromLogits(x as tf.Tensor2D, targets, { kernel });
          outputs = [[...logprobs.dataSync()], [...entropy.dataSync()]];
          const loss = tf.sum(tf.mul(logprobs, upstream));
          return withEntropy ? tf.add(loss, tf.sum(tf.mul(entropy, entropyUpstream))) : loss;
        })(logits);
        outputs.push([...gradient.dataSync()]);
        gradient.dispose();
        expect(tf.memory().numTensors).toBe(before);
        return outputs;
      };
      const [want, got] = [run('portable'), run('auto')];
      want.forEach((values, i) => expect(relativeError(got[i]!, values)).toBeLessThan(1e-5));
    }
    const operations = execute.mock.calls.map(([name]) => name);
    expect(operations).toEqual(['SparseSoftmaxCrossEntropyWithLogits', 'SparseSoftmaxCrossEntropyWithLogits']);
    execute.mockRestore();
    tf.dispose([logits, upstream, entropyUpstream]);
  });
});
