/** What the browser test runs inside a page; it is bundled from the built package's public entry points. */
import * as tf from '@tensorflow/tfjs-core';
import * as root from 'rstar2-agent';
import { logprobsFromHidden, policyLossFromLogprobs, selectBackend } from 'rstar2-agent/tfjs';
import type { HeadProblem } from '../unit/tfjs/kernel/head-oracle.js';
import { BATCH, LOGPROBS } from './example.js';

/** The pure face: everything it exports, and one loss. */
function plain(): { readonly names: string[]; readonly loss: number; readonly gradient: number[] } {
  const { loss, gradient } = root.policyLoss({ ...BATCH, logprobs: LOGPROBS }, root.grpoRoc());
  return { names: Object.keys(root), loss, gradient: [...gradient] };
}

/** Entry 3 with its gradients, by the WGSL programs or the composite, and entry 1 on the page's GPU. */
async function kernel(problem: HeadProblem, which: 'auto' | 'portable') {
  const { tfjsName, reason } = await selectBackend({ backend: 'webgpu' });
  const before = tf.memory().numTensors;
  const hidden = tf.tensor2d(problem.hidden.map((row) => [...row]));
  const weight = tf.tensor2d(problem.rows.map((row) => [...row]));
  const outputs: tf.Tensor[] = [];
  const gradients = tf.grads((h, w) => {
    const { logprobs, entropies: entropy } = logprobsFromHidden(h as tf.Tensor2D, w as tf.Tensor2D, problem.targets, {
      kernel: which,
    });
    outputs.push(tf.keep(tf.clone(logprobs)), tf.keep(tf.clone(entropy)));
    const loss = tf.sum(tf.mul(logprobs, tf.tensor1d([...problem.upstream])));
    return tf.add(loss, tf.sum(tf.mul(entropy, tf.tensor1d([...problem.entropyUpstream]))));
  })([hidden, weight]);
  const input = tf.tensor1d(LOGPROBS);
  const policy = tf.valueAndGrad(
    (x) => policyLossFromLogprobs({ ...BATCH, logprobs: x as tf.Tensor1D }, root.grpoRoc()).loss,
  )(input);
  const tensors = [...outputs, ...gradients, policy.value, policy.grad];
  const values = await Promise.all(tensors.map(async (tensor) => Array.from(await tensor.data())));
  tf.dispose([hidden, weight, input, ...tensors]);
  return { tfjsName, reason, values, leaked: tf.memory().numTensors - before };
}

Object.assign(globalThis, { plain, kernel });
export type Page = { readonly plain: typeof plain; readonly kernel: typeof kernel };
