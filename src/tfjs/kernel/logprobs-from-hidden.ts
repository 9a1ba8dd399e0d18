import * as tf from '@tensorflow/tfjs-core';
import { z } from 'zod';
import { parseOptions } from '../../base/index.js';
import { headBackward } from './head-backward.js';
import { headForward } from './head-forward.js';
import { selectedLogits } from './head-selected.js';
import type { ChunkSizes, HeadStatistics, OutputHead } from './output-head.js';
import { OutputMatrix, type OutputLayout } from './output-matrix.js';
import { expectTensor, showShape } from './tensor-arguments.js';
import { resolveTokenIds, type TokenIds } from './token-ids.js';
import { sharedSave } from './shared-save.js';
import { splitOutputs } from './split-outputs.js';
import { scope } from './scope.js';

/** Options of `logprobsFromHidden`; z_j = softcap · tanh(hidden · W_j / softcap) / temperature. */
export interface HiddenLogprobOptions {
  /** What the logits are divided by, above 0. Default 1. */
  readonly temperature?: number;
  /** Bends the logits into (−softcap, softcap) before the temperature, as Gemma 2 does. Default none. */
  readonly softcap?: number;
  /** `vh` (default): weight is [V, H], as an embedding is; `hv`: weight is [H, V]. */
  readonly layout?: OutputLayout;
  /** How much of `[N, V]` is alive at once. The default is good; smaller takes less memory. */
  readonly chunk?: Partial<ChunkSizes>;
}

/** Log-probability of each selected token and the entropy of its distribution, shape [N] each, in nats. */
export interface SelectedLogprobs {
  readonly logprobs: tf.Tensor1D;
  readonly entropy: tf.Tensor1D;
}

/** 1024 × 1000 numbers are 4 MB, which stays in cache; a power of two of words would make transposes slow. */
const DEFAULT_CHUNK: ChunkSizes = { tokens: 1024, vocabulary: 1000, blockTokens: 4096 };

const positiveInteger = z.int().min(1);
const optionsSchema = z.strictObject({
  temperature: z.number().gt(0).default(1),
  softcap: z.number().gt(0).optional(),
  layout: z.enum(['vh', 'hv']).default('vh'),
  chunk: z
    .strictObject({
      tokens: positiveInteger.default(DEFAULT_CHUNK.tokens),
      vocabulary: positiveInteger.default(DEFAULT_CHUNK.vocabulary),
      blockTokens: positiveInteger.default(DEFAULT_CHUNK.blockTokens),
    })
    .prefault({}),
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
 */
export function logprobsFromHidden(
  hidden: tf.Tensor2D,
  weight: tf.Tensor2D,
  targets: TokenIds,
  options: HiddenLogprobOptions = {},
): SelectedLogprobs {
  const { temperature, softcap, layout, chunk } = parseOptions(optionsSchema, options);
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
  if (count === 0) return { logprobs: tf.tensor1d([]), entropy: tf.tensor1d([]) };
  const head = { matrix, temperature, softcap, chunk };
  return tf.engine().isTapeOn() ? taped(hidden, ids.tensor, head) : untaped(hidden, ids.tensor, head);
}

function untaped(hidden: tf.Tensor2D, targets: () => tf.Tensor1D, head: OutputHead): SelectedLogprobs {
  return scope(() => {
    const statistics = headForward(hidden, head, false);
    const { logits } = selectedLogits(hidden, targets(), head);
    return outputs(logits, statistics);
  });
}

function taped(hidden: tf.Tensor2D, targets: () => tf.Tensor1D, head: OutputHead): SelectedLogprobs {
  return scope(() => {
    const ids = targets();
    const split = splitOutputs();
    const saved = sharedSave<[tf.Tensor2D, tf.Tensor2D, tf.Tensor1D, tf.Tensor1D, tf.Tensor1D, tf.Tensor2D]>();
    const over = (weight: tf.Tensor): OutputHead => ({
      ...head,
      matrix: new OutputMatrix(weight as tf.Tensor2D, head.matrix.layout),
    });
    const both = tf.customGrad((h, weight) => {
      const states = h as tf.Tensor2D;
      const statistics = headForward(states, over(weight as tf.Tensor), true);
      const { logits } = selectedLogits(states, ids, over(weight as tf.Tensor));
      const { logSumExp, meanLogit, expectedRow } = statistics;
      saved.hold([states, weight as tf.Tensor2D, ids, logSumExp, meanLogit, expectedRow!]);
      const { logprobs, entropy } = outputs(logits, statistics);
      return {
        value: tf.stack([logprobs, entropy]),
        gradFunc: (dy: tf.Tensor) => {
          const [hidden, weight, targets, logSumExp, meanLogit, expectedRow] = saved.tensors();
          const upstream = split.upstream(dy as tf.Tensor2D);
          const known = { logSumExp, meanLogit, expectedRow };
          const gradient = headBackward(hidden, targets, over(weight), known, upstream);
          return [gradient.hidden, gradient.weight];
        },
      };
    })(hidden, head.matrix.weight) as tf.Tensor2D;
    saved.attach(both);
    return split.outputs(both);
  });
}

function outputs(logits: tf.Tensor1D, { logSumExp, meanLogit }: HeadStatistics): SelectedLogprobs {
  return { logprobs: tf.sub(logits, logSumExp), entropy: tf.sub(logSumExp, meanLogit) };
}
