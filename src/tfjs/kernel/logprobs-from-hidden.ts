import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { headKernels } from './internal/head/choose-kernels.js';
import type { HeadKernels, OutputHead } from './internal/head/output-head.js';
import { OutputMatrix } from './internal/head/output-matrix.js';
import { expectTensor, showShape } from '../internal/tensor-arguments.js';
import { resolveTokenIds } from './internal/token-ids.js';
import type { ChunkSizes, HiddenLogprobOptions, SelectedLogprobs, TokenIds } from './options.js';
import { sharedSave } from '../internal/memory/shared-save.js';
import { splitOutputs } from './internal/split-outputs.js';
import { scope } from '../internal/memory/scope.js';

const positiveInteger = z.int().min(1);
const optionsSchema = z.strictObject({
  temperature: z.number().gt(0).default(1),
  softcap: z.number().gt(0).optional(),
  layout: z.enum(['vh', 'hv']).default('vh'),
  weightGradient: z.boolean().default(true),
  chunk: z
    .strictObject({
      tokens: positiveInteger.optional(),
      vocabulary: positiveInteger.optional(),
      blockTokens: positiveInteger.optional(),
    })
    .optional(),
  kernel: z.enum(['auto', 'portable']).default('auto'),
});

/**
 * Log-probabilities of given tokens and entropies, straight from hidden states and the output matrix; differentiable
 * with respect to both.
 *
 * logprob_i = z_{i, t_i} − log Σ_j e^{z_ij};  entropy_i = log Σ_j e^{z_ij} − Σ_j p_ij z_ij
 *
 * The logits [N, V] never exist, neither forward nor backward: pieces of them are made, used and dropped, so memory
 * beside the arguments and their gradients does not grow with N. Outside a gradient (a reference policy, an evaluation)
 * no more than the logits' matmul is computed.
 *
 * @param hidden - Shape [N, H], float32: the final hidden states at the positions that predict the tokens.
 * @param weight - Output matrix, shape [V, H] or [H, V] (see `layout`), float32.
 * @param targets - The tokens, shape [N], each in [0, V).
 * @returns Both outputs, shape [N]; in nats.
 * @throws TypeError, RangeError naming the argument and both shapes, before anything is launched.
 *
 * @example
 * const { logprobs, entropies } = logprobsFromHidden(hidden, weight, [3, 1, 2]);
 */
export function logprobsFromHidden(
  hidden: tf.Tensor2D,
  weight: tf.Tensor2D,
  targets: TokenIds,
  options: HiddenLogprobOptions = {},
): SelectedLogprobs {
  const { temperature, softcap, layout, weightGradient, chunk, kernel } = parseOptions(optionsSchema, options);
  expectTensor('hidden', hidden, ['N', 'H']);
  const [count, width] = hidden.shape;
  expectTensor('weight', weight, layout === 'vh' ? ['V', width] : [width, 'V'], `hidden ${showShape(hidden.shape)}`);
  const matrix = new OutputMatrix(weight, layout);
  const ids = resolveTokenIds(
    'targets',
    targets,
    count,
    matrix.vocabularySize,
    `hidden ${showShape(hidden.shape)} and weight ${showShape(weight.shape)}`,
  );
  if (count === 0) return { logprobs: tf.tensor1d([]), entropies: tf.tensor1d([]) };
  const kernels = headKernels(kernel);
  const head = { matrix, temperature, softcap, weightGradient, chunk: { ...kernels.chunk, ...definedOnly(chunk) } };
  return (tf.engine().isTapeOn() ? taped : untaped)(hidden, ids.tensor, head, kernels);
}

function untaped(
  hidden: tf.Tensor2D,
  targets: () => tf.Tensor1D,
  head: OutputHead,
  kernels: HeadKernels,
): SelectedLogprobs {
  return scope(() => {
    const { selected, logSumExp, entropy } = kernels.forward(hidden, targets(), head, false);
    return { logprobs: tf.sub(selected, logSumExp), entropies: entropy };
  });
}

function taped(
  hidden: tf.Tensor2D,
  targets: () => tf.Tensor1D,
  head: OutputHead,
  kernels: HeadKernels,
): SelectedLogprobs {
  return scope(() => {
    const ids = targets();
    const split = splitOutputs();
    const saved =
      sharedSave<[tf.Tensor2D, tf.Tensor2D, tf.Tensor1D, tf.Tensor1D, tf.Tensor1D, ...expectedRow: tf.Tensor2D[]]>();
    const over = (weight: tf.Tensor): OutputHead => ({
      ...head,
      matrix: new OutputMatrix(weight as tf.Tensor2D, head.matrix.layout),
    });
    const measure = (h: tf.Tensor, w: tf.Tensor) => {
      const [states, weight] = [h as tf.Tensor2D, w as tf.Tensor2D];
      const { selected, logSumExp, entropy, expectedRow } = kernels.forward(states, ids, over(weight), true);
      saved.hold([states, weight, ids, logSumExp, entropy, ...(expectedRow === undefined ? [] : [expectedRow])]);
      return {
        value: tf.stack([tf.sub(selected, logSumExp), entropy]),
        gradFunc: (dy: tf.Tensor): tf.Tensor[] => {
          const [hidden, weight, targets, logSumExp, entropy, expectedRow] = saved.tensors();
          const upstream = split.upstream(dy as tf.Tensor2D);
          const statistics = { logSumExp, entropy, expectedRow };
          const gradient = kernels.backward(hidden, targets, over(weight), statistics, upstream);
          return gradient.weight === undefined ? [gradient.hidden] : [gradient.hidden, gradient.weight];
        },
      };
    };
    const { weight } = head.matrix;
    const both = (
      head.weightGradient
        ? tf.customGrad((h, w) => measure(h as tf.Tensor, w as tf.Tensor))(hidden, weight)
        : tf.customGrad((h) => measure(h as tf.Tensor, weight))(hidden)
    ) as tf.Tensor2D;
    saved.attach(both);
    return split.outputs(both);
  });
}

function definedOnly(chunk: { readonly [K in keyof ChunkSizes]?: number | undefined } = {}): Partial<ChunkSizes> {
  return Object.fromEntries(Object.entries(chunk).filter(([, size]) => size !== undefined));
}
