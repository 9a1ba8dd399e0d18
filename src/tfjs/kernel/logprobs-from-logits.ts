import * as tf from '@tensorflow/tfjs-core';
import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { logitsKernels } from './internal/logits/choose-kernels.js';
import type { LogitsLogprobOptions, SelectedLogprobs, TokenIds } from './options.js';
import { scope } from '../internal/memory/scope.js';
import { sharedSave } from '../internal/memory/shared-save.js';
import { splitOutputs } from './internal/split-outputs.js';
import { expectTensor, showShape } from '../internal/tensor-arguments.js';
import { resolveTokenIds } from './internal/token-ids.js';

const optionsSchema = z.strictObject({
  temperature: z.number().gt(0).default(1),
  kernel: z.enum(['auto', 'portable']).default('auto'),
});

/**
 * Log-probabilities of given tokens and entropies from logits, in one pass over them; differentiable.
 *
 * z = logits / temperature; logprob_i = z_{i, t_i} − log Σ_j e^{z_ij};  entropy_i = log Σ_j e^{z_ij} − Σ_j p_ij z_ij
 *
 * The forward pass makes nothing of the logits' shape; the backward pass makes the gradient, and where tensors do not
 * live in the process's own memory one more matrix for a moment. Where the logits come from a matmul,
 * `logprobsFromHidden` does without them.
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
    const split = splitOutputs();
    const saved = sharedSave<[tf.Tensor2D, tf.Tensor1D, tf.Tensor1D, tf.Tensor1D, ...residual: tf.Tensor2D[]]>();
    const both = tf.customGrad((x) => {
      const { logprobs, logSumExp, entropy, residual, mayHaveInfinity } = kernels.forward(
        x as tf.Tensor2D,
        tokens,
        temperature,
        withGradient,
      );
      saved.hold([x as tf.Tensor2D, tokens, logSumExp, entropy, ...(residual === undefined ? [] : [residual])]);
      return {
        value: tf.stack([logprobs, entropy]),
        gradFunc: (dy: tf.Tensor) => {
          const [x, tokens, logSumExp, entropy, residual] = saved.tensors();
          const upstream = split.upstream(dy as tf.Tensor2D);
          return kernels.backward(x, tokens, temperature, { logSumExp, entropy, residual, mayHaveInfinity }, upstream);
        },
      };
    })(logits) as tf.Tensor2D;
    saved.attach(both);
    return split.outputs(both);
  });
}
