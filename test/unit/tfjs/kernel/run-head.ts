import * as tf from '@tensorflow/tfjs-core';
import { logprobsFromHidden, type HiddenLogprobOptions } from '../../../../src/tfjs/kernel/index.js';
import type { HeadProblem } from './head-oracle.js';

export interface HeadRun {
  readonly logprobs: Float32Array;
  readonly entropy: Float32Array;
  readonly hiddenGradient: Float32Array;
  /** Row-major [V, H], whatever the layout was. */
  readonly rowGradient: Float32Array;
  /** Tensors that are still there afterwards and were not before. */
  readonly leaked: number;
}

/** Runs entry 3 with its gradients. @param withEntropy - Whether the loss depends on the entropies. */
export function runHead(problem: HeadProblem, options: HiddenLogprobOptions, withEntropy: boolean): HeadRun {
  const before = tf.memory().numTensors;
  const hidden = tf.tensor2d(problem.hidden.map((row) => [...row]));
  const weight = tf.tidy(() => {
    const rows = tf.tensor2d(problem.rows.map((row) => [...row]));
    return options.layout === 'hv' ? tf.transpose(rows) : rows;
  });
  let outputs: { logprobs: Float32Array; entropy: Float32Array } | undefined;
  const gradients = tf.grads((h, w) => {
    const { logprobs, entropy } = logprobsFromHidden(
      h as tf.Tensor2D,
      w as tf.Tensor2D,
      Int32Array.from(problem.targets),
      options,
    );
    outputs = { logprobs: logprobs.dataSync() as Float32Array, entropy: entropy.dataSync() as Float32Array };
    return withEntropy
      ? tf.add(dot(logprobs, problem.upstream), dot(entropy, problem.entropyUpstream))
      : dot(logprobs, problem.upstream);
  })([hidden, weight]) as [tf.Tensor2D, tf.Tensor2D];
  const rowGradient = tf.tidy(() =>
    (options.layout === 'hv' ? tf.transpose(gradients[1]) : tf.clone(gradients[1])).dataSync(),
  ) as unknown as Float32Array;
  const hiddenGradient = gradients[0].dataSync() as Float32Array;
  tf.dispose([hidden, weight, gradients]);
  return { ...outputs!, hiddenGradient, rowGradient, leaked: tf.memory().numTensors - before };
}

function dot(values: tf.Tensor1D, weights: readonly number[]): tf.Scalar {
  return tf.sum(tf.mul(values, tf.tensor1d([...weights])));
}
