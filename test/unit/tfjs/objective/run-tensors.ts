import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import type { Objective } from '../../../../src/base/index.js';
import { policyLossFromLogprobs, type TensorPolicyLossInput } from '../../../../src/tfjs/objective/index.js';

/** A batch with what the policy says of it now. */
export interface RunBatch extends Omit<TensorPolicyLossInput, 'logprobs' | 'entropies'> {
  readonly logprobs: Float32Array;
  readonly entropies: Float32Array;
}

/** The loss, its gradients and metrics by tensors, without a tensor left over. */
export function runTensors(batch: RunBatch, objective: Objective) {
  const before = tf.memory().numTensors;
  const inputs = [tf.tensor1d(batch.logprobs), tf.tensor1d(batch.entropies)];
  const metrics: { [name: string]: number } = {};
  const { value, grads } = tf.valueAndGrads((logprobs, entropies) => {
    const result = policyLossFromLogprobs(
      { ...batch, logprobs: logprobs as tf.Tensor1D, entropies: entropies as tf.Tensor1D },
      objective,
    );
    for (const [name, metric] of Object.entries(result.metrics)) metrics[name] = metric.dataSync()[0]!;
    return result.loss;
  })(inputs);
  const [loss, gradient, entropyGradient] = [value, ...grads].map((tensor) => [...tensor.dataSync()]);
  tf.dispose([...inputs, value, ...grads]);
  expect(tf.memory().numTensors).toBe(before);
  return { loss: loss![0]!, gradient: gradient!, entropyGradient: entropyGradient!, metrics };
}
