import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor, showShape } from '../internal/tensor-arguments.js';
import { headKernels } from './internal/choose-kernels.js';
import { OutputMatrix, type OutputHead } from './internal/head/output-head.js';
import { selectedLogprobs } from './internal/selected-logprobs.js';
import { resolveTokenIds } from './internal/token-ids.js';
import type { ChunkSizes, HiddenLogprobOptions, SelectedLogprobs, TokenIds } from './options.js';

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
 * Log-probabilities of given tokens and entropies, directly from hidden states and the output matrix; differentiable with respect to both.
 *
 * logprob_i = z_{i, t_i} − log Σ_j e^{z_ij};  entropy_i = log Σ_j e^{z_ij} − Σ_j p_ij z_ij
 *
 * The logits [N, V] never exist as a whole, neither forward nor backward: they are computed in pieces, so memory besides the arguments and
 * their gradients does not grow with N. Without a gradient (a reference policy, an evaluation) only the matmul of the logits is computed.
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
  const ids = resolveTokenIds(
    'targets',
    targets,
    count,
    new OutputMatrix(weight, layout).vocabularySize,
    `hidden ${showShape(hidden.shape)} and weight ${showShape(weight.shape)}`,
  );
  if (count === 0) return { logprobs: tf.tensor1d([]), entropies: tf.tensor1d([]) };
  const kernels = headKernels(kernel);
  const settings = { temperature, softcap, weightGradient, chunk: { ...kernels.chunk, ...definedOnly(chunk) } };
  const headOf = (weight: tf.Tensor2D): OutputHead => ({ ...settings, matrix: new OutputMatrix(weight, layout) });
  return scope(() => {
    const tokens = ids.tensor();
    const withGradient = tf.engine().isTapeOn();
    return selectedLogprobs<Saved>(
      weightGradient ? [hidden, weight] : [hidden],
      (states, words = weight) => {
        const { selected, logSumExp, entropy, expectedRow } = kernels.forward(
          states,
          tokens,
          headOf(words),
          withGradient,
        );
        const saved: Saved = [states, words, tokens, logSumExp, entropy, ...(expectedRow ? [expectedRow] : [])];
        return { logprobs: tf.sub(selected, logSumExp), entropies: entropy, saved };
      },
      ([states, words, targets, logSumExp, entropy, expectedRow], upstream) => {
        const statistics = { logSumExp, entropy, expectedRow };
        const gradient = kernels.backward(states, targets, headOf(words), statistics, upstream);
        return gradient.weight === undefined ? [gradient.hidden] : [gradient.hidden, gradient.weight];
      },
    );
  });
}

type Saved = readonly [
  hidden: tf.Tensor2D,
  weight: tf.Tensor2D,
  targets: tf.Tensor1D,
  logSumExp: tf.Tensor1D,
  entropy: tf.Tensor1D,
  ...expectedRow: tf.Tensor2D[],
];

function definedOnly(chunk: { readonly [K in keyof ChunkSizes]?: number | undefined } = {}): Partial<ChunkSizes> {
  return Object.fromEntries(Object.entries(chunk).filter(([, size]) => size !== undefined));
}
