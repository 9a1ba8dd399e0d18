import type * as tf from '@tensorflow/tfjs-core';
import type { Seed } from '../../base/index.js';
import type { Qwen3Config } from './config.js';
import { packedAttention } from './packed-attention.js';
import { initializeParameters, type Parameters } from './parameters.js';
import { outputWeight, transformerHidden } from './transformer.js';

/**
 * A Qwen3 language model: its configuration and its parameters, live tensors on the current backend.
 *
 * A learner changes the parameters in place; a sampler over the same model sees the change at its next step.
 */
export class Qwen3Model {
  readonly config: Qwen3Config;
  readonly parameters: Parameters;

  constructor(config: Qwen3Config, parameters: Parameters) {
    this.config = config;
    this.parameters = parameters;
  }

  /** @returns A model with fresh parameters; equal seeds give equal parameters. */
  static initialize(config: Qwen3Config, options: { readonly seed: Seed }): Qwen3Model {
    return new Qwen3Model(config, initializeParameters(config, options.seed));
  }

  /**
   * Hidden states of packed sequences, differentiable with respect to every parameter.
   *
   * @param tokens - Shape [N].
   * @param offsets - Shape [S + 1].
   * @returns Shape [N, hiddenSize].
   */
  hidden(tokens: Int32Array, offsets: Int32Array): tf.Tensor2D {
    const { numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim } = this.config;
    return transformerHidden(this.config, this.parameters, tokens, positionsOf(offsets), (_layer, q, k, v) =>
      packedAttention(q, k, v, { offsets, heads, kvHeads, headDim }),
    );
  }

  /** The output matrix, shape [vocabSize, hiddenSize]. */
  get outputWeight(): tf.Tensor2D {
    return outputWeight(this.config, this.parameters);
  }

  /** How many numbers the model learns. */
  get parameterCount(): number {
    return [...this.parameters.values()].reduce((sum, parameter) => sum + parameter.size, 0);
  }

  dispose(): void {
    for (const parameter of this.parameters.values()) parameter.dispose();
  }
}

/** Each token's place in its own sequence; shape [N]. */
function positionsOf(offsets: Int32Array): Int32Array {
  const positions = new Int32Array(offsets.at(-1) ?? 0);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let at = offsets[s]!; at < offsets[s + 1]!; at++) positions[at] = at - offsets[s]!;
  }
  return positions;
}
