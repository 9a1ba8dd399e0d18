import * as tf from '@tensorflow/tfjs-core';
import { logprobsFromHidden, logprobsFromLogits } from '../src/tfjs/index.js';
import type { Problem } from './kernel-problem.js';

/** Logprobs, and the gradients of Σ upstream · logprob with respect to the arguments. */
export interface Answer {
  readonly logprobs: tf.Tensor1D;
  readonly gradients: readonly tf.Tensor[];
}

/** How logprobs are worked out of logits: what is compared from logits, and a part of what is compared from hidden states. */
type Logprobs = (logits: tf.Tensor2D, targets: Int32Array) => tf.Tensor1D;

/**
 * The peer: log-softmax, gather. tfjs differentiates the log-softmax; the gather has a gradient only here. It takes rows and columns: indices
 * into the flat logits go through float32 on webgpu, and those above 2^24 are then wrong.
 */
const composed: Logprobs = (logits, targets) => {
  const places = tf.stack([tf.range(0, logits.shape[0], 1, 'int32'), tf.tensor1d(targets, 'int32')], 1);
  const take = tf.customGrad((x, save) => {
    (save as tf.GradSaveFunc)([places]);
    return {
      value: tf.gatherND(x as tf.Tensor, places),
      gradFunc: (dy: tf.Tensor, [at]: tf.Tensor[]) => tf.scatterND(at!, dy, logits.shape),
    };
  });
  return take(tf.logSoftmax(logits)) as tf.Tensor1D;
};

const ours: Logprobs = (logits, targets) => logprobsFromLogits(logits, targets).logprobs;

function answer(
  logprobsOf: (...args: tf.Tensor2D[]) => tf.Tensor1D,
  args: readonly tf.Tensor2D[],
  { upstream }: Problem,
): Answer {
  let logprobs: tf.Tensor1D | undefined;
  const { grads, value } = tf.valueAndGrads((...tensors) => {
    logprobs = logprobsOf(...(tensors as tf.Tensor2D[]));
    tf.keep(logprobs);
    return tf.sum(tf.mul(logprobs, upstream));
  })([...args]);
  value.dispose();
  return { logprobs: logprobs!, gradients: grads };
}

/**
 * The composite from hidden states: its gradient is tfjs's, with the operands of every matmul transposed explicitly,
 * which on wasm is many times faster than a matmul's own transpose flags.
 */
export function compositeFromHidden(problem: Problem): Answer {
  return answer(
    (hidden, weight) => composed(tf.matMul(hidden, tf.transpose(weight)), problem.targets),
    [problem.hidden, problem.weight],
    problem,
  );
}

/** Log-softmax, then the chosen token by a one-hot product, which tfjs differentiates by itself. */
const byOneHot: Logprobs = (logits, targets) => {
  const chosen = tf.oneHot(tf.tensor1d(targets, 'int32'), logits.shape[1]) as tf.Tensor2D;
  return tf.sum(tf.mul(tf.logSoftmax(logits), tf.cast(chosen, 'float32')), 1);
};

/** The composite with nothing but tfjs's own gradients; transposes are explicit. */
export function autodiffFromHidden(problem: Problem): Answer {
  return answer(
    (hidden, weight) => byOneHot(tf.matMul(hidden, tf.transpose(weight)), problem.targets),
    [problem.hidden, problem.weight],
    problem,
  );
}

/**
 * The same as it is commonly written: with the matmul's gradient as tfjs itself has it, by
 * transpose flags.
 */
export function commonFromHidden(problem: Problem): Answer {
  const project = tf.customGrad((h, w, save) => {
    const [hidden, weight] = [h as tf.Tensor2D, w as tf.Tensor2D];
    (save as tf.GradSaveFunc)([hidden, weight]);
    return {
      value: tf.matMul(hidden, weight, false, true),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => [
        tf.matMul(dy, saved[1]!),
        tf.matMul(dy, saved[0]!, true, false),
      ],
    };
  });
  return answer(
    (hidden, weight) => byOneHot(project(hidden, weight) as tf.Tensor2D, problem.targets),
    [problem.hidden, problem.weight],
    problem,
  );
}

/** `logprobsFromHidden`. */
export function kernelFromHidden(problem: Problem): Answer {
  return answer(
    (hidden, weight) => logprobsFromHidden(hidden, weight, problem.targets).logprobs,
    [problem.hidden, problem.weight],
    problem,
  );
}

export function compositeFromLogits(problem: Problem, logits: tf.Tensor2D): Answer {
  return answer((x) => composed(x, problem.targets), [logits], problem);
}

/** `logprobsFromLogits`. */
export function kernelFromLogits(problem: Problem, logits: tf.Tensor2D): Answer {
  return answer((x) => ours(x, problem.targets), [logits], problem);
}

/** The logits' matmul: the least that a forward pass takes; forward and backward take three of them. */
export function forwardMatmul({ hidden, weight }: Problem): tf.Tensor2D {
  return tf.tidy(() => tf.matMul(hidden, tf.transpose(weight)));
}
