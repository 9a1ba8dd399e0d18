/** What the browser test runs inside a page; it is bundled from the built package's public entry points. */
import * as tf from '@tensorflow/tfjs-core';
import * as root from 'rstar2-agent';
import { configHash, runReportData, type MetricRecord } from 'rstar2-agent/report';
import { createOpenAIPolicy, createVocabularyTokenizer, runRollouts } from 'rstar2-agent/rollout';
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

/** A rollout with a tool, over the page's own fetch from a server that the test stands in for. */
async function rollOut(baseUrl: string) {
  const double: root.Tool = {
    name: 'double',
    description: 'Doubles a number.',
    parameters: { type: 'object', properties: { of: { type: 'number' } } },
    execute: (given) =>
      Promise.resolve({ kind: 'ok', text: String(2 * Number((given as { readonly of?: unknown }).of)) }),
  };
  const [first] = await runRollouts([{ groupId: 'g', prompt: [{ role: 'user', content: '2 * 21?' }], samples: 1 }], {
    policy: createOpenAIPolicy({ baseUrl, model: 'm' }),
    tokenizer: createVocabularyTokenizer([], { special: ['<|im_end|>'] }),
    tools: [double],
    maxTokens: 1000,
    seed: 1,
  });
  if (first === undefined || first.kind === 'failed')
    throw new Error(`expected a rollout, got ${JSON.stringify(first)}`);
  return first.rollout.turns.map(({ text, toolCalls }) => [text, toolCalls[0]?.response.text ?? null]);
}

/** What a report is made of, without the files. */
function chart(metrics: readonly MetricRecord[]) {
  const config = { a: 1 };
  const data = runReportData({ title: 't', config, metrics, rollouts: [], output: 'unused' });
  return { points: data.charts[0]!.series[0]!.points, sameHash: data.configHash === configHash(config) };
}

const PROGRAMS = { plain, kernel, rollOut, chart };
Object.assign(globalThis, PROGRAMS);
export type Page = typeof PROGRAMS;
