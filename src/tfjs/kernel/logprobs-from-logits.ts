import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { scope } from '../internal/memory/scope.js';
import { expectTensor, showShape } from '../internal/tensor-arguments.js';
import { logitsKernels } from './internal/choose-kernels.js';
import { selectedLogprobs } from './internal/selected-logprobs.js';
import { resolveTokenIds } from './internal/token-ids.js';
import type { LogitsLogprobOptions, SelectedLogprobs, TokenIds } from './options.js';

const optionsSchema = z.strictObject({
  temperature: z.number().gt(0).default(1),
  kernel: z.enum(['auto', 'portable']).default('auto'),
});

/**
 * Log-probabilities of given tokens and entropies from logits, in one pass over them; differentiable.
 *
 * z = logits / temperature; logprob_i = z_{i, t_i} − log Σ_j e^{z_ij};  entropy_i = log Σ_j e^{z_ij} − Σ_j p_ij z_ij
 *
 * The forward pass allocates nothing of the logits' shape. The backward pass allocates the gradient, and temporarily one more matrix if
 * tensors are not in the process's memory. If the logits come from a matmul, use `logprobsFromHidden`, which does not need them.
 *
 * @param logits - Shape [N, V], float32.
 * @param targets - The tokens, shape [N], each in [0, V).
 * @returns Both outputs, shape [N]; in nats.
 * @throws TypeError, RangeError naming the argument and both shapes, before anything is launched.
 *
 * @example
 * const { logprobs } = logprobsFromLogits(tf.zeros([1, 4]), [2]); // [-1.386…]
 */
export function logprobsFromLogits(
  logits: tf.Tensor2D,
  targets: TokenIds,
  options: LogitsLogprobOptions = {},
): SelectedLogprobs {
  const { temperature, kernel } = parseOptions(optionsSchema, options);
  expectTensor('logits', logits, ['N', 'V']);
  const [count, width] = logits.shape;
  const ids = resolveTokenIds('targets', targets, count, width, `logits ${showShape(logits.shape)}`);
  if (count === 0) return { logprobs: tf.tensor1d([]), entropies: tf.tensor1d([]) };
  return scope(() => {
    const kernels = logitsKernels(kernel);
    const tokens = ids.tensor();
    const withGradient = tf.engine().isTapeOn();
    let mayHaveInfinity = false;
    return selectedLogprobs<Saved>(
      [logits],
      (x) => {
        const { logprobs, logSumExp, entropy, residual, ...found } = kernels.forward(
          x,
          tokens,
          temperature,
          withGradient,
        );
        mayHaveInfinity = found.mayHaveInfinity;
        return {
          logprobs,
          entropies: entropy,
          saved: [x, tokens, logSumExp, entropy, ...(residual ? [residual] : [])],
        };
      },
      ([x, tokens, logSumExp, entropy, residual], upstream) => [
        kernels.backward(x, tokens, temperature, { logSumExp, entropy, residual, mayHaveInfinity }, upstream),
      ],
    );
  });
}

type Saved = readonly [
  logits: tf.Tensor2D,
  targets: tf.Tensor1D,
  logSumExp: tf.Tensor1D,
  entropy: tf.Tensor1D,
  ...residual: tf.Tensor2D[],
];
