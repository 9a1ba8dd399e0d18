import * as tf from '@tensorflow/tfjs-core';
import { gatherRowsUnchecked } from '../../../internal/memory/row-kernels.js';
import type { OutputLayout } from '../../options.js';
import { hostMemory } from '../../../internal/memory/host-memory.js';
import { sliceMatrix, withRows } from '../../../internal/memory/slice-matrix.js';

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

  /** Lets `use` see the vectors of tokens [start, end), shape [end − start, H]; not copied where they need not be. */
  withRows<T>(start: number, end: number, use: (rows: tf.Tensor2D) => T): T {
    if (this.layout === 'vh') return withRows(this.weight, start, end, use);
    return use(tf.transpose(this.#columns(start, end)));
  }

  /** The same, with their transpose [H, end − start] beside them. */
  withBoth<T>(start: number, end: number, use: (rows: tf.Tensor2D, columns: tf.Tensor2D) => T): T {
    if (this.layout === 'vh') return withRows(this.weight, start, end, (rows) => use(rows, tf.transpose(rows)));
    const columns = this.#columns(start, end);
    return use(tf.transpose(columns), columns);
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

  #columns(start: number, end: number): tf.Tensor2D {
    return sliceMatrix(this.weight, [0, start], [this.hiddenSize, end - start]);
  }
}
