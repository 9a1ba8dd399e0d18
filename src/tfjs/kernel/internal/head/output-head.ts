import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from '../../../internal/memory/host-memory.js';
import { sliceMatrix, withRows } from '../../../internal/memory/matrix-rows.js';
import { gatherRowsUnchecked } from '../../../internal/memory/row-kernels.js';
import type { ChunkSizes, OutputLayout } from '../../options.js';
import type { Upstream } from '../selected-logprobs.js';

/** One call of `logprobsFromHidden` after its arguments were checked. N tokens, H hidden units, V words. */
export interface OutputHead {
  readonly matrix: OutputMatrix;
  readonly temperature: number;
  /** c in z = c · tanh(raw / c) / temperature; undefined for none. */
  readonly softcap: number | undefined;
  readonly chunk: ChunkSizes;
  /** Whether the backward pass is asked for the matrix's gradient. */
  readonly weightGradient: boolean;
}

/** The result of the forward pass for each token, and the values that the backward pass needs. */
export interface HeadStatistics {
  /** z of the target, shape [N]. */
  readonly selected: tf.Tensor1D;
  /** log Σ_j exp(z_j), shape [N]. */
  readonly logSumExp: tf.Tensor1D;
  /** −Σ_j p_j log p_j, shape [N]. */
  readonly entropy: tf.Tensor1D;
  /** Σ_j p_j ∂z_j/∂hidden, shape [N, H], where the backward pass takes it from here. */
  readonly expectedRow: tf.Tensor2D | undefined;
}

/** One way to compute `logprobsFromHidden`. */
export interface HeadKernels {
  readonly chunk: ChunkSizes;
  /** @param withGradient - Whether a backward pass may follow. */
  readonly forward: (
    hidden: tf.Tensor2D,
    targets: tf.Tensor1D,
    head: OutputHead,
    withGradient: boolean,
  ) => HeadStatistics;
  /** @returns ∂L/∂hidden [N, H] and ∂L/∂weight, in the weight's layout; undefined where the head does not ask for it. */
  readonly backward: (
    hidden: tf.Tensor2D,
    targets: tf.Tensor1D,
    head: OutputHead,
    statistics: Omit<HeadStatistics, 'selected'>,
    upstream: Upstream,
  ) => HeadGradients;
}

/** The result of the backward pass. */
export interface HeadGradients {
  readonly hidden: tf.Tensor2D;
  readonly weight: tf.Tensor2D | undefined;
}

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

/** The selected token of every position, through its own row of the output matrix. */
export interface SelectedLogits {
  /** z at the selected token, shape [N]. */
  readonly logits: tf.Tensor1D;
  /** ∂z/∂raw there, where raw = hidden · row; shape [N]. */
  readonly derivative: tf.Tensor1D;
  /** The rows of the output matrix, shape [N, H]. */
  readonly rows: tf.Tensor2D;
}

/** @returns z_t = hidden · W_t, soft-capped and divided by the temperature, for the target of every token. */
export function selectedLogits(hidden: tf.Tensor2D, targets: tf.Tensor1D, head: OutputHead): SelectedLogits {
  const { matrix, softcap, temperature } = head;
  const rows = matrix.gather(targets);
  const raw: tf.Tensor1D = tf.sum(tf.mul(hidden, rows), 1);
  if (softcap === undefined) {
    return { logits: tf.mul(raw, 1 / temperature), derivative: tf.fill(raw.shape, 1 / temperature), rows };
  }
  const tanh = tf.tanh(tf.mul(raw, 1 / softcap));
  return {
    logits: tf.mul(tanh, softcap / temperature),
    derivative: tf.mul(tf.sub(1, tf.square(tanh)), 1 / temperature),
    rows,
  };
}
