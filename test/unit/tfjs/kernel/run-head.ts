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

/**
 * Runs `logprobsFromHidden` with its gradients, without a synchronous read, so that it works on a device too.
 *
 * @param withEntropy - Whether the loss depends on the entropies.
 */
export async function runHead(
  problem: HeadProblem,
  options: HiddenLogprobOptions,
  withEntropy: boolean,
): Promise<HeadRun> {
  const before = tf.memory().numTensors;
  const hidden = tf.tensor2d(problem.hidden.map((row) => [...row]));
  const weight = tf.tidy(() => {
    const rows = tf.tensor2d(problem.rows.map((row) => [...row]));
    return options.layout === 'hv' ? tf.transpose(rows) : rows;
  });
  const outputs: tf.Tensor[] = [];
  const gradients = tf.grads((h, w) => {
    const targets = Int32Array.from(problem.targets);
    const { logprobs, entropies: entropy } = logprobsFromHidden(h as tf.Tensor2D, w as tf.Tensor2D, targets, options);
    outputs.push(tf.keep(tf.clone(logprobs)), tf.keep(tf.clone(entropy)));
    return withEntropy
      ? tf.add(dot(logprobs, problem.upstream), dot(entropy, problem.entropyUpstream))
      : dot(logprobs, problem.upstream);
  })([hidden, weight]);
  const rowGradient = options.layout === 'hv' ? tf.transpose(gradients[1]!) : tf.clone(gradients[1]!);
  const [logprobs, entropy, hiddenGradient, rows] = await Promise.all(
    [...outputs, gradients[0]!, rowGradient].map((tensor) => tensor.data() as Promise<Float32Array>),
  );
  tf.dispose([hidden, weight, outputs, gradients, rowGradient]);
  return {
    logprobs: logprobs!,
    entropy: entropy!,
    hiddenGradient: hiddenGradient!,
    rowGradient: rows!,
    leaked: tf.memory().numTensors - before,
  };
}

function dot(values: tf.Tensor1D, weights: readonly number[]): tf.Scalar {
  return tf.sum(tf.mul(values, tf.tensor1d([...weights])));
}
