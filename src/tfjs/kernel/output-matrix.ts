import * as tf from '@tensorflow/tfjs-core';
import { gatherRowsUnchecked } from './gather-rows.js';
import { hostMemory } from './host-memory.js';
import { sliceMatrix } from './slice-matrix.js';

/** How the output matrix lies: `vh` is [V, H] (tied to the embedding), `hv` is [H, V]. */
export type OutputLayout = 'vh' | 'hv';

/** The output matrix, read a piece of vocabulary at a time in whichever orientation a matmul wants. */
export class OutputMatrix {
  readonly vocabularySize: number;
  readonly hiddenSize: number;

  constructor(
    readonly weight: tf.Tensor2D,
    readonly layout: OutputLayout,
  ) {
    const [first, second] = weight.shape;
    this.vocabularySize = layout === 'vh' ? first : second;
    this.hiddenSize = layout === 'vh' ? second : first;
  }

  /** @returns The vectors of tokens [start, end), shape [end − start, H]. */
  rows(start: number, end: number): tf.Tensor2D {
    return this.layout === 'vh' ? this.#slice(start, end) : tf.transpose(this.#slice(start, end));
  }

  /** @returns The same as `rows(start, end)` and its transpose [H, end − start]. */
  both(start: number, end: number): { readonly rows: tf.Tensor2D; readonly columns: tf.Tensor2D } {
    const slice = this.#slice(start, end);
    const flipped = tf.transpose(slice);
    return this.layout === 'vh' ? { rows: slice, columns: flipped } : { rows: flipped, columns: slice };
  }

  /** @returns The vectors of the given tokens, shape [N, H]. */
  gather(ids: tf.Tensor1D): tf.Tensor2D {
    if (this.layout === 'vh') return gatherRowsUnchecked(this.weight, ids);
    const memory = hostMemory();
    if (memory === undefined) return tf.transpose(tf.gather(this.weight, ids, 1));
    const output = memory.empty([ids.shape[0], this.hiddenSize]);
    const [to, from, tokens] = [memory.view(output), memory.view(this.weight), memory.viewInt(ids)];
    const [width, height] = [this.vocabularySize, this.hiddenSize];
    for (let i = 0; i < tokens.length; i++) {
      for (let k = 0; k < height; k++) to[i * height + k] = from[k * width + tokens[i]!]!;
    }
    return tf.engine().makeTensorFromTensorInfo(output) as tf.Tensor2D;
  }

  #slice(start: number, end: number): tf.Tensor2D {
    return this.layout === 'vh'
      ? sliceMatrix(this.weight, [start, 0], [end - start, this.hiddenSize])
      : sliceMatrix(this.weight, [0, start], [this.hiddenSize, end - start]);
  }
}
